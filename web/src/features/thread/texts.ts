import { addTexts } from '../../lib/i18n'
import { markup } from '../../lib/i18n/zh/markup'
import { thread } from '../../lib/i18n/zh/thread'

addTexts({ markup, thread })
