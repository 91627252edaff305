import { addTexts } from '../../lib/i18n'
import { acts } from '../../lib/i18n/zh/acts'
import { markup } from '../../lib/i18n/zh/markup'
import { report } from '../../lib/i18n/zh/report'
import { thread } from '../../lib/i18n/zh/thread'

addTexts({ acts, markup, report, thread })
