import { Fragment, useEffect, useState } from 'react'
import { Dialog, useShortcuts, walk } from '../ui'
import { shortcutsText } from './shortcuts.texts'

const SHOW_KEYS = 'forum:show-keys'

/** Opens the list of shortcuts from anywhere. */
export function showKeys(): void {
  document.dispatchEvent(new Event(SHOW_KEYS))
}

const KEYS = [
  { keys: ['/'], does: 'search' },
  { keys: ['j'], does: 'nextItem' },
  { keys: ['k'], does: 'previousItem' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['r'], does: 'reply' },
  { keys: ['g'], does: 'jump' },
  { keys: ['u'], does: 'unread' },
  { keys: ['Ctrl + Enter', '⌘ + Enter'], does: 'send' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'help' },
] as const

/** The shortcuts that work on every screen, and the dialog that lists all shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = () => {
      setOpen(true)
    }
    document.addEventListener(SHOW_KEYS, show)
    return () => {
      document.removeEventListener(SHOW_KEYS, show)
    }
  }, [])
  useShortcuts({
    '?': () => {
      setOpen(true)
    },
    j: () => {
      walk(1)
    },
    k: () => {
      walk(-1)
    },
  })
  return (
    <Dialog open={open} onOpenChange={setOpen} title={shortcutsText('title')} note={shortcutsText('note')}>
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
