import { addTexts } from '../../lib/i18n'
import { composer } from '../../lib/i18n/zh/composer'

addTexts({ composer })
