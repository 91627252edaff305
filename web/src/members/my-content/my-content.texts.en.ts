import { type TableOf } from '../../lib/i18n'
import { type myContentText } from './my-content.texts'

export const myContent: TableOf<typeof myContentText> = {
  title: 'My posts',
  posts: 'Published',
  thread: 'Thread',
  reply: 'Reply',
  inThread: 'Reply in “{{title}}”',
  empty: 'You have not posted anything yet',
  error: 'Could not load your posts',
  signInFirst: 'Log in to see your threads and replies.',
  emptyText: 'Threads you start and replies you write appear here.',
  deleted: 'This reply has been deleted',
}
