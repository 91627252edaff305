import { authSlice, useSession } from '../state/session'
import { useForum } from '../store'
import { layoutText } from './layout.texts'
import { loadSecondFactorDue } from '../accounts'
import { LazyPart } from './lazy-part'

/**
 * Says that the server could not confirm the session, in which case the check is retried automatically, or that the
 * member has to turn a second factor on.
 */
export function SessionNotice() {
  const isUnconfirmed = useForum((read) => read(authSlice).isSessionUnconfirmed)
  const isDue = useSession().user?.secondFactor === 'due'
  if (isDue) return <LazyPart load={loadSecondFactorDue} />
  if (!isUnconfirmed) return null
  return (
    <div className="live-notice live-notice-reconnecting" role="status">
      <span>{layoutText('unconfirmed')}</span>
    </div>
  )
}
