import { addTexts } from '../../lib/i18n'
import { newThread } from '../../lib/i18n/zh/new-thread'

addTexts({ newThread })
