import { addTexts } from '../../lib/i18n'
import { boardAdmin } from '../../lib/i18n/zh/board-admin'

addTexts({ boardAdmin })
