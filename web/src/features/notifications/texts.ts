import { addTexts } from '../../lib/i18n'
import { notify } from '../../lib/i18n/zh/notify'

addTexts({ notify })
