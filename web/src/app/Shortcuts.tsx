import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../state/session'
import { onDemand, useShortcuts, walk } from '../ui'
import { layoutText } from './layout.texts'

const SHOW_KEYS = 'forum:show-keys'

/** Opens the list of shortcuts from anywhere. */
export function showKeys(): void {
  document.dispatchEvent(new Event(SHOW_KEYS))
}

const list = onDemand(() => import('./ShortcutList'))
const listKeys = onDemand(() => import('./list-keys'))

/** Returns the handler of a key that lists of threads have. */
const ofLists = (key: 'showListNews' | 'switchDensity' | 'markFocusedRead') => () => {
  listKeys.load().then(
    (keys) => keys[key](),
    () => undefined,
  )
}

/** The shortcuts that work on every screen. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isMember = useSession().user !== null
  const parts = list.use()
  useEffect(() => {
    const show = () => {
      setOpen(true)
      list.load().catch(() => undefined)
    }
    document.addEventListener(SHOW_KEYS, show)
    return () => {
      document.removeEventListener(SHOW_KEYS, show)
    }
  }, [])
  useShortcuts({
    '?': showKeys,
    '.': ofLists('showListNews'),
    d: ofLists('switchDensity'),
    m: ofLists('markFocusedRead'),
    j: () => {
      walk(1)
    },
    k: () => {
      walk(-1)
    },
    n: (event) => {
      if (!isMember) return
      // The first key press must not be typed into the form.
      event.preventDefault()
      void navigate(`/new-thread/${/^\/boards\/(\d+)/.exec(pathname)?.[1] ?? ''}`)
    },
  })
  return (
    parts && (
      <parts.ShortcutList
        title={layoutText('shortcuts')}
        open={open}
        onClose={() => {
          setOpen(false)
        }}
      />
    )
  )
}
