import { addTexts } from '../../lib/i18n'
import { acts } from '../../lib/i18n/zh/acts'

addTexts({ acts })
