import { type FormEvent, useRef, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  EmptyState,
  Field,
  FormError,
  PageHeading,
  usePageTitle,
  useSecondsUntil,
} from '../../ui'
import { Mail } from '../../ui/icons'
import { loginText } from './login.texts'
import { resetText } from './reset.texts'
import { forgotPassword } from './account.actions'
import './auth.css'

type Outcome = { is: 'sent' } | { is: 'without mail'; text: string } | null

/** Asks for a link to reset a forgotten password. */
export function ForgotScreen() {
  const [outcome, setOutcome] = useState<Outcome>(null)
  usePageTitle(resetText('forgotTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: resetText('forgotTitle') }]} />
      <PageHeading title={resetText('forgotTitle')} className="ruled-heading" />
      {outcome === null && <ForgotForm onOutcome={setOutcome} />}
      {outcome !== null && (
        <div role="status">
          <EmptyState
            icon={<Mail aria-hidden />}
            title={resetText(outcome.is === 'sent' ? 'sentTitle' : 'noMailTitle')}
            text={outcome.is === 'sent' ? resetText('sentText') : outcome.text}
          >
            <ButtonLink to="/login" tone="go">
              {resetText('backToLogin')}
            </ButtonLink>
          </EmptyState>
        </div>
      )}
    </>
  )
}

function ForgotForm({ onOutcome }: { onOutcome: (outcome: Outcome) => void }) {
  const [username, setUsername] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = async () => {
    setFailure(null)
    if (username.trim() === '') {
      setIsMissing(true)
      input.current?.focus()
      return
    }
    setBusy(true)
    const result = await forgotPassword(forum, username.trim())
    setBusy(false)
    if (result.ok) onOutcome({ is: 'sent' })
    // While the database is down the error has a retry time; on a site without mail there is nothing to wait for.
    else if (result.error.code === 'UNAVAILABLE' && result.error.retryAfterSeconds === undefined)
      onOutcome({ is: 'without mail', text: result.error.message })
    else setFailure(result.error)
  }
  const refusal = () => {
    if (secondsLeft > 0) return commonText('tooManyRequests', { seconds: secondsLeft })
    return failure?.status === 0 ? resetText('failed') : failure?.message
  }
  return (
    <form
      className="auth-form auth-narrow"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && secondsLeft === 0) void submit()
      }}
    >
      <p className="auth-note">{resetText('forgotText')}</p>
      <FormError>{failure && refusal()}</FormError>
      <Field
        label={loginText('usernameOrEmail')}
        required
        error={isMissing ? resetText('required') : undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="input"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => {
              setUsername(event.target.value)
              setIsMissing(false)
            }}
          />
        )}
      </Field>
      <Button type="submit" tone="go" wide busy={busy} disabled={secondsLeft > 0}>
        {resetText('forgotSubmit')}
      </Button>
    </form>
  )
}
