import { useTexts } from '../lib/i18n'
import { useForum } from '../store'

/** Says that the server could not confirm the session; the check is retried automatically. */
export function SessionNotice() {
  const t = useTexts()
  const isUnconfirmed = useForum((state) => state.isSessionUnconfirmed)
  if (!isUnconfirmed) return null
  return (
    <div className="live-notice live-notice-reconnecting" role="status">
      <span>{t('live.unconfirmed')}</span>
    </div>
  )
}
