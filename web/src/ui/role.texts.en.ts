import { type TableOf } from '../lib/i18n'
import { type roleText } from './role.texts'

export const role: TableOf<typeof roleText> = {
  user: 'Member',
  moderator: 'Moderator',
  admin: 'Admin',
  boardModerator: 'Board moderator',
  op: 'Original poster',
  banned: 'Banned',
}
