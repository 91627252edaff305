import { addTexts } from '../../lib/i18n'
import { auth } from '../../lib/i18n/zh/auth'
import { reset } from '../../lib/i18n/zh/reset'

addTexts({ auth, reset })
