import { newPassword } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { PASSWORD_MAX } from '@forum/shared/limits'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { commonText, language } from '../../lib/i18n'
import { safeParse } from '../../lib/schemas'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  Field,
  FormError,
  ErrorState,
  PageHeading,
  PasswordInput,
  usePageTitle,
  useSecondsUntil,
} from '../../ui'
import { authText } from './auth.texts'
import { resetText } from './reset.texts'
import { resetPassword } from './account.actions'
import './auth.css'

/** Sets a new password, opened from a mailed link. */
export function ResetScreen() {
  const token = useLocation().hash.slice(1)
  const [isBad, setIsBad] = useState(token === '')
  usePageTitle(resetText('resetTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: resetText('resetTitle') }]} />
      <PageHeading title={resetText('resetTitle')} className="ruled-heading" />
      {isBad ? (
        <ErrorState title={resetText('badLink')} cause={resetText('badLinkText')}>
          <ButtonLink to="/forgot-password" tone="go">
            {resetText('askAgain')}
          </ButtonLink>
        </ErrorState>
      ) : (
        <ResetForm token={token} onBadLink={() => setIsBad(true)} />
      )}
    </>
  )
}

function ResetForm({ token, onBadLink }: { token: string; onBadLink: () => void }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [errors, setErrors] = useState<{ password?: string | undefined; confirmation?: string | undefined }>(
    {},
  )
  const [failure, setFailure] = useState<ApiError | null>(null)
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async () => {
    const parsed = safeParse(newPassword, password)
    const code = parsed.success ? undefined : parsed.error.issues[0]?.message
    const wrong = {
      password: code && fieldText({ field: 'password', code }, language),
      confirmation:
        confirmation === ''
          ? resetText('confirmRequired')
          : confirmation === password
            ? undefined
            : resetText('mismatch'),
    }
    setErrors(wrong)
    setFailure(null)
    if (wrong.password ?? wrong.confirmation) {
      const name = wrong.password ? 'password' : 'confirmation'
      form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
      return
    }
    setBusy(true)
    const result = await resetPassword(forum, { token, password })
    if (result.ok) return
    setBusy(false)
    if (result.error.fields.some(({ field }) => field === 'token')) onBadLink()
    else setFailure(result.error)
  }
  const refusal = () => {
    if (secondsLeft > 0) return commonText('tooManyRequests', { seconds: secondsLeft })
    return failure?.status === 0 ? resetText('resetFailed') : failure?.message
  }

  return (
    <form
      ref={form}
      className="auth-form auth-narrow"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && secondsLeft === 0) void submit()
      }}
    >
      <FormError>{failure && refusal()}</FormError>
      <Field
        label={resetText('newPassword')}
        required
        error={errors.password}
        help={authText('passwordHelp')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setErrors({ ...errors, password: undefined })
            }}
          />
        )}
      </Field>
      <Field label={resetText('confirmNew')} required error={errors.confirmation}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirmation"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            value={confirmation}
            onChange={(event) => {
              setConfirmation(event.target.value)
              setErrors({ ...errors, confirmation: undefined })
            }}
          />
        )}
      </Field>
      <p className="auth-note">{resetText('resetNote')}</p>
      <Button type="submit" tone="go" wide busy={busy} disabled={secondsLeft > 0}>
        {resetText('resetSubmit')}
      </Button>
    </form>
  )
}
