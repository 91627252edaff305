import { type my as zh } from '../zh/my'
import { type TableOf } from '../table'

export const my: TableOf<typeof zh> = {
  title: 'My posts',
  thread: 'Thread',
  reply: 'Reply',
  inThread: 'Reply in “{{title}}”',
  empty: 'You have not posted anything yet',
  error: 'Could not load your posts',
  signInFirst: 'Log in to see your threads and replies.',
  emptyText: 'Start a thread or reply to one, and it is listed here.',
  deleted: 'This reply was deleted',
}
