import { addTexts } from '../../lib/i18n'
import { member } from '../../lib/i18n/zh/member'

addTexts({ member })
