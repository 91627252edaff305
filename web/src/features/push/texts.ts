import { addTexts } from '../../lib/i18n'
import { push } from '../../lib/i18n/zh/push'

addTexts({ push })
