import { addTexts } from '../../lib/i18n'
import { report } from '../../lib/i18n/zh/report'

addTexts({ report })
