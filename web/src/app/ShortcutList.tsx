import { Fragment } from 'react'
import { Dialog } from '../ui'
import { shortcutsText } from './shortcuts.texts'

const KEYS = [
  { keys: ['/'], does: 'search' },
  { keys: ['j'], does: 'nextItem' },
  { keys: ['k'], does: 'previousItem' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['m'], does: 'markThreadRead' },
  { keys: ['.'], does: 'showListNews' },
  { keys: ['d'], does: 'density' },
  { keys: ['n'], does: 'newThread' },
  { keys: ['r'], does: 'reply' },
  { keys: ['q'], does: 'quote' },
  { keys: ['l'], does: 'like' },
  { keys: ['g'], does: 'jump' },
  { keys: ['u'], does: 'unread' },
  { keys: ['End'], does: 'end' },
  { keys: ['b'], does: 'notifications' },
  { keys: ['e'], does: 'markRead' },
  { keys: ['Ctrl + Enter', '⌘ + Enter'], does: 'send' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'help' },
] as const

/** The dialog that lists all shortcuts. */
export function ShortcutList({
  title,
  open,
  onClose,
}: {
  title: string
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={title} note={shortcutsText('note')}>
      <dl className="keys">
        {KEYS.map(({ keys, does }) => (
          <Fragment key={does}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ` ${shortcutsText('or')} `}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{shortcutsText(does)}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
