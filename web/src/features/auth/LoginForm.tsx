import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { rememberPlace } from '../../lib/session'
import { forum } from '../../store'
import { Button, Field, FormError, PasswordInput, useSecondsUntil } from '../../ui'
import { loginText } from './login.texts'
import { login } from './auth.actions'
import './auth.css'

/** Username and password. Signing in from the form beside a page stays on that page. */
export function LoginForm() {
  const { pathname } = useLocation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState({ username: false, password: false })
  const [error, setError] = useState<ApiError | null>(null)
  const secondsLeft = useSecondsUntil(error?.retryAt ?? null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async () => {
    const found = { username: username.trim() === '', password: password === '' }
    setMissing(found)
    setError(null)
    if (found.username || found.password) {
      form.current
        ?.querySelector<HTMLInputElement>(found.username ? '[name=username]' : '[name=password]')
        ?.focus()
      return
    }
    setBusy(true)
    if (pathname !== '/login' && pathname !== '/register') rememberPlace()
    const result = await login(forum, { username: username.trim(), password })
    if (result.ok) return
    setBusy(false)
    setError(result.error)
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()
  }
  const refusal = () => {
    if (secondsLeft > 0) return commonText('tooManyRequests', { seconds: secondsLeft })
    return error?.code === 'INVALID_CREDENTIALS' ? loginText('failed') : error?.message
  }
  return (
    <form
      ref={form}
      className="login-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy && secondsLeft === 0) void submit()
      }}
    >
      <FormError>{error && refusal()}</FormError>
      <Field
        label={loginText('usernameOrEmail')}
        required
        error={missing.username ? loginText('usernameRequired') : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => {
              setUsername(event.target.value)
              setMissing({ ...missing, username: false })
            }}
          />
        )}
      </Field>
      <Field
        label={loginText('password')}
        required
        error={missing.password ? loginText('passwordRequired') : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setMissing({ ...missing, password: false })
            }}
          />
        )}
      </Field>
      <Button type="submit" tone="go" wide busy={busy} disabled={secondsLeft > 0}>
        {commonText('login')}
      </Button>
      <p className="login-register">
        {loginText('noAccount')}
        <Link to="/register" className="link">
          {commonText('registerNow')}
        </Link>
        <Link to="/forgot-password" className="link login-forgot">
          {loginText('forgot')}
        </Link>
      </p>
    </form>
  )
}
