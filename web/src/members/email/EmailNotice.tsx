import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../../state/session'
import { Button } from '../../ui'
import { emailText } from './email.texts'
import './email-notice.css'

/** Says that the member's address is not confirmed, or that mail to it bounces. */
export function EmailNotice() {
  const { user } = useSession()
  const [isDismissed, setDismissed] = useState(false)
  if (user === null || isDismissed || user.email === '') return null
  const { email, emailBounces } = user
  return (
    <p className="email-notice" role="status">
      <span>{emailText(emailBounces ? 'bounces' : 'notice', { email })}</span>
      <Link to="/profile?tab=account" className="link">
        {emailText(emailBounces ? 'toChange' : 'toSettle')}
      </Link>
      <Button size="small" tone="quiet" onClick={() => setDismissed(true)}>
        {emailText('dismiss')}
      </Button>
    </p>
  )
}
