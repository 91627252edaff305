import { addTexts } from '../../lib/i18n'
import { auth } from '../../lib/i18n/zh/auth'
import { profile } from '../../lib/i18n/zh/profile'

addTexts({ auth, profile })
