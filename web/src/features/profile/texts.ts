import { addTexts } from '../../lib/i18n'
import { profile } from '../../lib/i18n/zh/profile'

addTexts({ profile })
