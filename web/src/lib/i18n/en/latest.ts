import { type latest as zh } from '../zh/latest'
import { type TableOf } from '../table'

export const latest: TableOf<typeof zh> = {
  title: 'Latest replies',
  tabs: 'Thread lists',
  replies: 'Latest replies',
  created: 'Newest threads',
  unread: 'Unread',
  new: 'New',
  unreadCount: '{{count}} new',
  repliesUnit: 'replies',
  started: 'by {{name}}',
  startedAndReplied: 'by {{name}}, last reply by {{last}}',
  more: 'More threads',
  allRead: 'You have read all recent threads',
}
