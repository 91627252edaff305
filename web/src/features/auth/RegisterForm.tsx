import { DISPLAY_NAME_MAX, PASSWORD_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import { Button, Counter, Field, FormError, PasswordInput, useSecondsUntil } from '../../ui'
import { authText } from './auth.texts'
import {
  checkField,
  FIELDS,
  refusedFields,
  type RegistrationErrors,
  type RegistrationField,
  type RegistrationForm,
} from './registration'
import { register } from './auth.actions'

const EMPTY: RegistrationForm = { username: '', email: '', displayName: '', password: '', confirmation: '' }

/** The registration form. A field is checked on blur and on submit; its value is always kept. */
export function RegisterForm() {
  const [form, setForm] = useState(EMPTY)
  const [errors, setErrors] = useState<RegistrationErrors>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  const control = (field: RegistrationField) =>
    element.current?.querySelector<HTMLInputElement>(`[name=${field}]`)
  useEffect(() => {
    // The element that had the focus before the consent dialog is gone, so the focus goes to the first field.
    element.current?.querySelector<HTMLInputElement>('[name=username]')?.focus()
  }, [])

  const check = (field: RegistrationField, now: RegistrationForm = form) =>
    checkField(field, now, {
      confirmRequired: authText('confirmRequired'),
      mismatch: authText('passwordMismatch'),
    })

  const show = (found: RegistrationErrors) => {
    setErrors(found)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first) control(first)?.focus()
  }

  const submit = async () => {
    setFailure(null)
    const found: RegistrationErrors = {}
    for (const field of FIELDS) {
      const error = check(field)
      if (error !== undefined) found[field] = error
    }
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const result = await register(forum, {
      username: form.username.trim(),
      email: form.email.trim(),
      password: form.password,
      ...(form.displayName.trim() ? { displayName: form.displayName.trim() } : {}),
    })
    if (result.ok) return
    setBusy(false)
    const refused = refusedFields(result.error)
    show(refused)
    if (Object.keys(refused).length === 0) setFailure(result.error)
  }

  const field = (
    name: RegistrationField,
    label: string,
    input: {
      type?: 'email' | 'password'
      autoComplete: string
      help?: ReactNode
      aside?: ReactNode
      maxLength?: number
    },
  ) => (
    <Field
      label={label}
      required={name !== 'displayName'}
      optional={name === 'displayName'}
      error={errors[name]}
      help={input.help}
      aside={input.aside}
    >
      {(wiring) => {
        const props = {
          ...wiring,
          name,
          autoComplete: input.autoComplete,
          ...(input.maxLength === undefined ? {} : { maxLength: input.maxLength }),
          value: form[name],
          onChange: (event: { target: { value: string } }) => {
            const now = { ...form, [name]: event.target.value }
            setForm(now)
            // A field with an error is checked again on every change.
            if (errors[name] !== undefined) setErrors((found) => ({ ...found, [name]: check(name, now) }))
          },
          onBlur: () => {
            if (form[name] !== '') setErrors((found) => ({ ...found, [name]: check(name) }))
          },
        }
        return input.type === 'password' ? (
          <PasswordInput {...props} />
        ) : (
          <input
            {...props}
            className="input"
            type={input.type ?? 'text'}
            {...(name === 'displayName' ? {} : { autoCapitalize: 'none', spellCheck: false })}
          />
        )
      }}
    </Field>
  )

  const refusal = () => {
    if (secondsLeft > 0) return commonText('tooManyRequests', { seconds: secondsLeft })
    return failure?.status === 0 ? authText('registerFailed') : failure?.message
  }

  return (
    <div className="form-columns">
      <form
        ref={element}
        className="auth-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!busy && secondsLeft === 0) void submit()
        }}
      >
        <FormError>{failure && refusal()}</FormError>
        {field('username', authText('username'), {
          autoComplete: 'username',
          help: authText('usernameHelp'),
        })}
        {field('email', authText('email'), {
          type: 'email',
          autoComplete: 'email',
          help: authText('emailHelp'),
        })}
        {field('displayName', authText('displayName'), {
          autoComplete: 'nickname',
          help: authText('displayNameHelp'),
          aside: <Counter count={countCharacters(form.displayName.trim())} max={DISPLAY_NAME_MAX} />,
        })}
        {field('password', authText('password'), {
          type: 'password',
          autoComplete: 'new-password',
          maxLength: PASSWORD_MAX,
          help: authText('passwordHelp'),
        })}
        {field('confirmation', authText('confirmPassword'), {
          type: 'password',
          autoComplete: 'new-password',
          maxLength: PASSWORD_MAX,
        })}
        <Button
          type="submit"
          tone="go"
          wide
          busy={busy}
          disabled={secondsLeft > 0}
          onMouseDown={(event) => {
            // Checking the field on blur would show its error and move the button away from the pointer.
            event.preventDefault()
          }}
        >
          {busy ? authText('submitting') : authText('submitRegister')}
        </Button>
        <p className="login-register">
          <Link to="/login" className="link">
            {authText('haveAccount')}
          </Link>
        </p>
      </form>
      <section className="guidelines" aria-labelledby="register-guidelines">
        <h2 id="register-guidelines">{authText('guidelines')}</h2>
        <ol>
          {(['r1', 'r2', 'r3', 'r4'] as const).map((rule) => (
            <li key={rule}>{authText(`rules.${rule}`)}</li>
          ))}
        </ol>
      </section>
    </div>
  )
}
