import { type TableOf } from '../../lib/i18n'
import { type openCasesText } from './open-cases.texts'

export const openCases: TableOf<typeof openCasesText> = {
  open: '{{count}} open reports',
}
