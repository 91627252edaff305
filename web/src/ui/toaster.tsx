import { useSyncExternalStore } from 'react'
import { useOnDemand } from './on-demand'
import { toastParts } from './parts'
import { toasts } from './toasts'
import { uiText } from './ui.texts'
import './toaster.css'

/** The region of short messages: top right, at most three. It exists before them, so that they are announced. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown)
  const parts = useOnDemand(toastParts, shown.length > 0)
  return (
    <section
      className="toasts"
      aria-label={uiText('notifications')}
      aria-live="polite"
      aria-relevant="additions text"
    >
      {parts && shown.map((toast) => <parts.ToastItem key={toast.id} toast={toast} />)}
    </section>
  )
}
