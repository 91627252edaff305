import { Button } from '../../ui'
import { resendText } from './resend.texts'
import { type Resend } from './use-resend'

/** Takes back that a text is sent again once the connection is back, or agrees to it. Shows nothing while it is not offered. */
export function ResendButton({ resend, size }: { resend: Resend; size?: 'small' }) {
  if (!resend.isOffered) return null
  return (
    <Button size={size} className="resend" aria-pressed={resend.isAgreed} onClick={resend.toggle}>
      {resendText(resend.isAgreed ? 'waiting' : 'whenBack')}
    </Button>
  )
}
