import { type TableOf } from '../lib/i18n'
import { type shortcutsText } from './shortcuts.texts'

export const shortcuts: TableOf<typeof shortcutsText> = {
  search: 'Search',
  nextItem: 'Next thread or post',
  previousItem: 'Previous thread or post',
  open: 'Open the selected thread',
  markThreadRead: 'Mark the selected thread as read',
  takeNews: 'Show what moved in a list',
  density: 'Make lists dense or normal',
  reply: 'Reply to the thread or the selected notification',
  quote: 'Quote the post being read',
  like: 'Like the post being read',
  jump: 'Jump to a post',
  unread: 'Go to the first unread post',
  newThread: 'Start a thread',
  end: 'Go to the end of the page',
  notifications: 'Open or close notifications',
  markRead: 'Mark the selected notification as read',
  send: 'Send your text',
  help: 'Show keyboard shortcuts',
  close: 'Close the dialog',
  note: 'Shortcuts are off while you are typing.',
  or: 'or',
}
