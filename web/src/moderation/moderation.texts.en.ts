import { type TableOf } from '../lib/i18n'
import { type moderationText } from './moderation.texts'

export const moderation: TableOf<typeof moderationText> = {
  title: 'Moderation',
  tabs: {
    monitor: 'Live activity',
    reports: 'Reports',
    log: 'Log',
    words: 'Word filter',
    admin: 'Administration',
  },
  forbidden: 'Only moderators may enter',
  forbiddenText: 'If you have questions about a decision, ask the admins in the board Feedback.',
}
