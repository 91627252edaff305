import { Button } from '../../ui'
import { resendText } from './resend.texts'
import { type Resend } from './use-resend'

/**
 * Cancels the automatic sending of a text once the connection is back, or agrees to it. Renders nothing while it is not
 * offered.
 */
export function ResendButton({ resend, size }: { resend: Resend; size?: 'small' }) {
  if (!resend.isOffered) return null
  return (
    <Button size={size} className="resend" aria-pressed={resend.isAgreed} onClick={resend.toggle}>
      {resendText(resend.isAgreed ? 'waiting' : 'whenBack')}
    </Button>
  )
}
