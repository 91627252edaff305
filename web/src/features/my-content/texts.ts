import { addTexts } from '../../lib/i18n'
import { my } from '../../lib/i18n/zh/my'

addTexts({ my })
