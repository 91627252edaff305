import { addTexts } from '../../lib/i18n'
import { hot } from '../../lib/i18n/zh/hot'

addTexts({ hot })
