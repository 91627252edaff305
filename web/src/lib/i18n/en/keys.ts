import { type keys as zh } from '../zh/keys'
import { type TableOf } from '../table'

export const keys: TableOf<typeof zh> = {
  title: 'Keyboard shortcuts',
  search: 'Search',
  nextItem: 'Next thread or post',
  previousItem: 'Previous thread or post',
  open: 'Open the selected thread',
  reply: 'Reply',
  send: 'Send your text',
  help: 'Show keyboard shortcuts',
  close: 'Close the dialog',
  note: 'Shortcuts are off while you are typing.',
  or: 'or',
}
