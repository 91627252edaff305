import { useSyncExternalStore } from 'react'
import { announcer } from './announcer'
import './visually-hidden.css'

/** The page's one polite live region; `announce(text)` speaks through it. */
export function LiveRegion() {
  const text = useSyncExternalStore(announcer.subscribe, announcer.text)
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
