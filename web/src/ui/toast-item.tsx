import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { commonText } from '../lib/i18n'
import { CircleAlert, CircleCheck, Info, X } from './icons'
import { type Toast, toasts } from './toasts'

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/** Time for which a message is shown; longer if it offers an action. */
const SHOWN_MS = 5_000
const OFFERED_MS = 8_000

/** One message of `Toaster`. */
export function ToastItem({ toast: { id, kind, text, description, action } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  const isOffer = action !== undefined
  const isHidden = useSyncExternalStore(subscribeToVisibility, isPageHidden)
  useEffect(() => {
    if (isHeld || isHidden) return undefined
    const remove = () => {
      toasts.remove(id)
    }
    const timer = setTimeout(remove, isOffer ? OFFERED_MS : SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [id, isOffer, isHeld, isHidden])
  const Icon = ICONS[kind]
  const hold = () => {
    setIsHeld(true)
  }
  const release = () => {
    setIsHeld(false)
  }
  return (
    <div
      className="toast"
      data-type={kind}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) release()
      }}
    >
      <Icon aria-hidden />
      <div className="toast-content">
        <div className="toast-text">{text}</div>
        {description !== undefined && <div className="toast-description">{description}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.onClick()
            toasts.remove(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="toast-close"
        aria-label={commonText('close')}
        onClick={() => {
          toasts.remove(id)
        }}
      >
        <X aria-hidden />
      </button>
    </div>
  )
}

const isPageHidden = () => document.visibilityState === 'hidden'
const subscribeToVisibility = (watcher: () => void) => {
  document.addEventListener('visibilitychange', watcher)
  return () => {
    document.removeEventListener('visibilitychange', watcher)
  }
}
