import { useForum } from '../store'
import { layoutText } from './layout.texts'
import { authSlice } from '../features/auth'

/** Says that the server could not confirm the session; the check is retried automatically. */
export function SessionNotice() {
  const isUnconfirmed = useForum((read) => read(authSlice).isSessionUnconfirmed)
  if (!isUnconfirmed) return null
  return (
    <div className="live-notice live-notice-reconnecting" role="status">
      <span>{layoutText('unconfirmed')}</span>
    </div>
  )
}
