import { type TableOf } from '../../lib/i18n'
import { type batchText } from './batch.texts'

export const batch: TableOf<typeof batchText> = {
  label: 'Moderate several threads',
  chosen: '{{count}} selected',
  hint: 'Select the threads; hold Shift to select a range',
  all: 'Select all',
  none: 'Select none',
  leave: 'Stop selecting',
  act: {
    pin: 'Pin',
    unpin: 'Unpin',
    feature: 'Feature',
    unfeature: 'Unfeature',
    lock: 'Lock',
    unlock: 'Unlock',
    move: 'Move to…',
    delete: 'Delete',
    restore: 'Restore',
  },
  lockTitle: 'Lock {{count}} threads?',
  lockText: 'Only moderators can reply and edit in locked threads.',
  deleteTitle: 'Delete {{count}} threads?',
  deleteText: 'The threads and their replies disappear from all lists; moderators can restore them.',
  moveText: '{{count}} threads',
  done: '{{act}}: {{count}} threads',
  partly: '{{act}}: {{count}} threads, {{failed}} failed',
  undo: 'Undo',
  undone: 'Undone',
  undonePartly: 'Undone, {{failed}} failed',
  failure: {
    forbidden: 'Not allowed',
    missing: 'The thread is gone',
    conflict: 'Just changed by someone else',
    target: 'Cannot be moved to this board',
    other: 'Failed',
  },
}
