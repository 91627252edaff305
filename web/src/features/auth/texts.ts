import { addTexts } from '../../lib/i18n'
import { reset } from '../../lib/i18n/zh/reset'

addTexts({ reset })
