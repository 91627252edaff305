import { type role as zh } from '../zh/role'
import { type TableOf } from '../table'

export const role: TableOf<typeof zh> = {
  user: 'Member',
  moderator: 'Moderator',
  admin: 'Admin',
  boardModerator: 'Board moderator',
  op: 'Original poster',
}
