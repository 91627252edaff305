import { type CurrentUser, email as emailField } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { fieldProblem } from '../../lib/schemas'
import { forum } from '../../store'
import { Button, FormError, FormField, toast, useAction, useForm } from '../../ui'
import { Check, Mail, CircleAlert } from '../../ui/icons'
import { cancelEmailChange, changeEmail, resendEmail } from './email.actions'
import { emailText } from './email.texts'

/** Seconds until a link may be mailed again (`resendEmail` of the rate limits). */
const RESEND_SECONDS = 60

/** The member's address, its confirmation, and the change to another. */
export function EmailSettings({ user }: { user: CurrentUser }) {
  const [isChanging, setChanging] = useState(false)
  const { email, emailVerified, emailBounces, pendingEmail, canVerifyEmail } = user
  return (
    <>
      <div className="settings-row">
        <span className="settings-what">
          <b>{email === '' ? emailText('none') : email}</b>
          {emailVerified && !emailBounces && (
            <span className="profile-note">
              <Check aria-hidden /> {emailText('isVerified')}
            </span>
          )}
          {emailBounces && (
            <span className="profile-note settings-warning">
              <CircleAlert aria-hidden /> {emailText('isBouncing')}
            </span>
          )}
          {!emailVerified && !emailBounces && canVerifyEmail && (
            <span className="profile-note settings-warning">{emailText('isUnverified')}</span>
          )}
          {!canVerifyEmail && <span className="profile-note">{emailText('noMail')}</span>}
        </span>
        {canVerifyEmail && (!emailVerified || emailBounces) && pendingEmail === null && email !== '' && (
          <Resend />
        )}
        {canVerifyEmail && !isChanging && (
          <Button size="small" onClick={() => setChanging(true)}>
            {emailText('change')}
          </Button>
        )}
      </div>
      {pendingEmail !== null && <Pending key={pendingEmail} user={user} address={pendingEmail} />}
      {isChanging && <ChangeForm user={user} onClose={() => setChanging(false)} />}
    </>
  )
}

function Pending({ user, address }: { user: CurrentUser; address: string }) {
  const cancel = useAction(
    () => cancelEmailChange(forum),
    () => toast.success(emailText('cancelled', { email: user.email })),
    emailText('failed'),
  )
  return (
    <div className="settings-row" role="status">
      <Mail aria-hidden className="settings-warning" />
      <span className="settings-what">
        <b>{emailText('pending', { email: address })}</b>
        <span className="profile-note">{emailText('pendingText')}</span>
        <span className="settings-buttons">
          <Resend isJustSent />
          <Button size="small" tone="quiet" busy={cancel.isBusy} onClick={cancel.run}>
            {emailText('cancel')}
          </Button>
        </span>
      </span>
    </div>
  )
}

/** Sends the mail with the link again, at most once a minute. */
function Resend({ isJustSent = false }: { isJustSent?: boolean }) {
  const [seconds, setSeconds] = useState(isJustSent ? RESEND_SECONDS : 0)
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const resend = useAction(
    () => resendEmail(forum),
    () => {
      toast.success(emailText('resent'))
      setSeconds(RESEND_SECONDS)
    },
    emailText('failed'),
  )
  return (
    <Button size="small" busy={resend.isBusy} disabled={isWaiting} onClick={resend.run}>
      {isWaiting ? emailText('resendIn', { seconds }) : emailText('resend')}
    </Button>
  )
}

function ChangeForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({
      email:
        email.trim().toLowerCase() === user.email.toLowerCase()
          ? emailText('same')
          : fieldProblem('email', emailField, email),
    }),
    send: ({ email }) => changeEmail(forum, email.trim()),
    onSent: onClose,
    fieldOf: null,
    waits: true,
    describe: ({ status }) => (status === 0 ? emailText('failed') : undefined),
  })
  return (
    <form {...form.props} className="profile-form">
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="email"
        label={emailText('newAddress')}
        help={emailText('newAddressHelp')}
        required
        type="email"
        autoComplete="email"
      />
      <span className="settings-buttons">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
          {emailText('send')}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {emailText('close')}
        </Button>
      </span>
    </form>
  )
}
