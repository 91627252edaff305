import { addTexts } from '../../lib/i18n'
import { help } from '../../lib/i18n/zh/help'
import { testPage } from '../../lib/i18n/zh/test-page'

addTexts({ help, testPage })
