import { Link } from 'react-router-dom'
import { secondFactorText } from '../state/session'

/** Leads staff to the page where they turn on the second factor that the site requires of them. */
export function SecondFactorDue() {
  return (
    <div className="live-notice" role="status">
      <span>{secondFactorText('due')}</span>
      <Link to="/profile?tab=account" className="link">
        {secondFactorText('dueAct')}
      </Link>
    </div>
  )
}
