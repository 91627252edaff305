import { type TableOf } from '../lib/i18n'
import { type accountMenuText } from './account-menu.texts'

export const accountMenu: TableOf<typeof accountMenuText> = {
  moderation: 'Moderation',
}
