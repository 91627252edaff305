import { type TableOf } from '../../lib/i18n'
import { type boardAdminText } from './board-admin.texts'

export const boardAdmin: TableOf<typeof boardAdminText> = {
  title: 'Boards',
  announcementText: 'Announcement text',
  announcementHelp:
    'One line. Leave it empty for no announcement. Format links as [url=/boards/3]Feedback[/url].',
  announcementUntil: 'End',
  announcementUntilHelp: 'The announcement disappears at this time. Leave it empty for one without an end.',
  announce: 'Publish',
  announced: 'Announcement updated',
  create: 'New board',
  edit: 'Edit board: {{name}}',
  delete: 'Delete board: {{name}}',
  deleteText: 'A board with threads or sub-boards cannot be deleted.',
  deleted: 'Board “{{name}}” deleted',
  up: 'Move up: {{name}}',
  down: 'Move down: {{name}}',
  name_zh: 'Chinese name',
  name: 'English name (optional)',
  description_zh: 'Chinese description',
  description: 'English description (optional)',
  nameRequired: 'Enter a board name',
  parent: 'Parent board',
  noParent: 'None (top level)',
  category: 'Category',
  postRole: 'Who may start threads',
  postRoles: {
    user: 'All members',
    moderator: 'Moderators and administrators',
    admin: 'Administrators',
  },
  moderatorsHelp: 'Add members by username. They also moderate its sub-boards.',
  addModerator: 'Add',
  removeModerator: 'Remove moderator: {{name}}',
  noSuchMember: 'No member with that username',
  threadCount: '{{count}} threads',
}
