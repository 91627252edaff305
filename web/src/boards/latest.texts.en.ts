import { type TableOf } from '../lib/i18n'
import { type latestText } from './latest.texts'

export const latest: TableOf<typeof latestText> = {
  tabs: 'Thread lists',
  replies: 'Latest replies',
  created: 'Newest threads',
  watched: 'Watched',
  unread: 'Unread',
  dense: 'Dense',
  new: 'New',
  unreadCount: '{{count}} new',
  repliesUnit: 'replies',
  started: 'by {{name}}',
  startedAndReplied: 'by {{name}}, last reply by {{last}}',
  more: 'More threads',
  noThreadYet: 'No threads yet',
  noneWatched: 'You are not watching any threads yet',
  noneWatchedText:
    'Choose “Watch” in a thread to see its new replies here. Threads you post in are watched automatically.',
  watchedNews: '{{count}} watched threads have new replies',
  markAllRead: 'Mark all read',
  markedAllRead: 'Marked everything as read',
  allRead: 'You have read all recent threads',
}
