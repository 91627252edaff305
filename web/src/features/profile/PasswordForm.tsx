import { newPassword, type CurrentUser } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { PASSWORD_MAX } from '@forum/shared/limits'
import { type FormEvent, useRef, useState } from 'react'
import { commonText, language } from '../../lib/i18n'
import { safeParse } from '../../lib/schemas'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import { Button, Field, FormError, PasswordInput, toast, useSecondsUntil } from '../../ui'
import { authText, changePassword } from '../auth'
import { profileText } from './profile.texts'

const FIELDS = ['currentPassword', 'newPassword', 'confirmation'] as const
type Name = (typeof FIELDS)[number]
type Form = Record<Name, string>
type Errors = Partial<Record<Name, string>>

const EMPTY: Form = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changes the password, by the server's own rule. */
export function PasswordForm({ user }: { user: CurrentUser }) {
  const [form, setForm] = useState<Form>(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  const check = (): Errors => {
    const parsed = safeParse(newPassword, form.newPassword)
    const code = parsed.success ? undefined : parsed.error.issues[0]?.message
    const errorOf: Record<Name, string | undefined> = {
      currentPassword: form.currentPassword === '' ? profileText('currentRequired') : undefined,
      newPassword:
        form.newPassword === ''
          ? profileText('newRequired')
          : code && fieldText({ field: 'newPassword', code }, language),
      confirmation:
        form.confirmation === ''
          ? profileText('confirmRequired')
          : form.confirmation === form.newPassword
            ? undefined
            : profileText('mismatch'),
    }
    return Object.fromEntries(Object.entries(errorOf).filter(([, text]) => text !== undefined))
  }
  const show = (wrong: Errors) => {
    setErrors(wrong)
    const first = FIELDS.find((name) => wrong[name] !== undefined)
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const submit = async () => {
    setFailure(null)
    const wrong = check()
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    const { currentPassword, newPassword: changed } = form
    const result = await changePassword(forum, { currentPassword, newPassword: changed })
    setBusy(false)
    if (result.ok) {
      setForm(EMPTY)
      toast.success(profileText('passwordChanged'))
      return
    }
    const { code, message, fields } = result.error
    if (code === 'WRONG_PASSWORD') show({ currentPassword: message })
    else if (fields.length > 0) show(Object.fromEntries(fields.map((one) => [one.field, one.message])))
    else setFailure(result.error)
  }
  const refusal = () => {
    if (secondsLeft > 0) return commonText('tooManyRequests', { seconds: secondsLeft })
    return failure?.status === 0 ? profileText('passwordFailed') : failure?.message
  }
  const field = (name: Name, label: string, autoComplete: string, help?: string) => (
    <Field label={label} required error={errors[name]} help={help}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          autoComplete={autoComplete}
          maxLength={PASSWORD_MAX}
          value={form[name]}
          onChange={(event) => {
            setForm({ ...form, [name]: event.target.value })
            setErrors(({ [name]: _fixed, ...others }) => others)
          }}
        />
      )}
    </Field>
  )

  return (
    <form
      ref={element}
      className="profile-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && secondsLeft === 0) void submit()
      }}
    >
      <FormError>{failure && refusal()}</FormError>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {field('currentPassword', profileText('currentPassword'), 'current-password')}
      {field('newPassword', profileText('newPassword'), 'new-password', authText('passwordHelp'))}
      {field('confirmation', profileText('confirmNew'), 'new-password')}
      <p className="profile-note">{profileText('passwordNote')}</p>
      <Button type="submit" tone="go" busy={busy} disabled={secondsLeft > 0}>
        {profileText('changePassword')}
      </Button>
    </form>
  )
}
