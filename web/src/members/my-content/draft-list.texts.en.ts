import { type TableOf } from '../../lib/i18n'
import { type draftListText } from './draft-list.texts'

export const draftList: TableOf<typeof draftListText> = {
  drafts: 'Drafts',
  empty: 'No drafts',
  emptyText: 'Unfinished threads, replies and messages are stored in this browser and can be continued here.',
  kinds: {
    thread: 'New thread',
    reply: 'Reply',
    edit: 'Edit',
    answer: 'Reply to a notification',
    message: 'Message',
  },
  untitled: {
    thread: '(No title)',
    reply: 'A reply to a thread',
    edit: 'An edit of your post',
    answer: 'A reply to a notification',
    message: '(No title)',
  },
  inThread: 'Reply to “{{title}}”',
  files: '{{count}} files',
  discard: 'Discard draft: {{title}}',
  discarded: 'Draft discarded',
  undo: 'Undo',
}
