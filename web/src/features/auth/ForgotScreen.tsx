import { useState } from 'react'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  EmptyState,
  FormError,
  FormField,
  PageHeading,
  useForm,
  usePageTitle,
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
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: username.trim() === '' ? resetText('required') : undefined }),
    send: ({ username }) => forgotPassword(forum, username.trim()),
    onSent: () => {
      onOutcome({ is: 'sent' })
    },
    onFailure: ({ code, message, retryAfterSeconds }) => {
      // While the database is down the error has a retry time; on a site without mail there is nothing to wait for.
      if (code === 'UNAVAILABLE' && retryAfterSeconds === undefined)
        onOutcome({ is: 'without mail', text: message })
    },
    waits: true,
    describe: ({ status }) => (status === 0 ? resetText('failed') : undefined),
  })
  return (
    <form {...form.props} className="auth-form auth-narrow">
      <p className="auth-note">{resetText('forgotText')}</p>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="username"
        label={loginText('usernameOrEmail')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
        {resetText('forgotSubmit')}
      </Button>
    </form>
  )
}
