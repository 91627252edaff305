import { addTexts } from '../../lib/i18n'
import { category } from '../../lib/i18n/zh/category'

addTexts({ category })
