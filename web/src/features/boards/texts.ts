import { addTexts } from '../../lib/i18n'
import { acts } from '../../lib/i18n/zh/acts'
import { category } from '../../lib/i18n/zh/category'

addTexts({ acts, category })
