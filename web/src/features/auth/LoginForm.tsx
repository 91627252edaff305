import { Link, useLocation } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { rememberPlace } from '../../lib/session'
import { forum } from '../../store'
import { Button, FormError, FormField, useForm } from '../../ui'
import { loginText } from './login.texts'
import { login } from './auth.actions'
import './auth.css'

/** Username and password. Signing in from the form beside a page stays on that page, or leads to `place`. */
export function LoginForm({ place }: { place?: string }) {
  const { pathname } = useLocation()
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' ? loginText('usernameRequired') : undefined,
      password: password === '' ? loginText('passwordRequired') : undefined,
    }),
    send: ({ username, password }) => {
      if (pathname !== '/login' && pathname !== '/register') rememberPlace(place)
      return login(forum, { username: username.trim(), password })
    },
    onFailure: () => {
      form.focus('password')
    },
    waits: true,
    describe: ({ code }) => (code === 'INVALID_CREDENTIALS' ? loginText('failed') : undefined),
  })
  return (
    <form {...form.props} className="login-form">
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
      <FormField
        form={form}
        name="password"
        label={loginText('password')}
        required
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
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
