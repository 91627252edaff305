import { addTexts } from '../../lib/i18n'
import { messages } from '../../lib/i18n/zh/messages'

addTexts({ messages })
