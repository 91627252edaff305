import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { rememberPlace } from '../lib/session'
import { forum } from '../store'
import { Button, FormError, FormField, useForm, useIsWide } from '../ui'
import { loginText } from './login.texts'
import { askForCode, login } from '../state/session'
import './auth.css'

let isOffered = false
/** Loads the code that offers passkeys, once the form has the focus. */
function offers(): void {
  if (isOffered) return
  isOffered = true
  import('./passkeys/sign-in')
    .then(({ offerPasskeys }) => offerPasskeys(forum))
    .catch(() => undefined)
    .finally(() => {
      isOffered = false
    })
}

/**
 * Username and password. Signing in from the form beside a page stays on that page, or leads to `place`; so does
 * registering. `onLeave` is called before either.
 */
export function LoginForm({ place, onLeave }: { place?: string; onLeave?: () => void }) {
  const isWide = useIsWide()
  const leave = () => {
    rememberPlace(place)
    onLeave?.()
  }
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' ? loginText('usernameRequired') : undefined,
      password: password === '' ? loginText('passwordRequired') : undefined,
    }),
    send: async ({ username, password }) => {
      leave()
      const credentials = { username: username.trim(), password }
      const result = await login(forum, credentials)
      if (result.ok || result.error.code !== 'SECOND_FACTOR_REQUIRED') return result
      return (await askForCode(forum, credentials)) ? { ok: true, value: undefined } : result
    },
    onFailure: () => {
      form.focus('password')
    },
    waits: true,
    describe: ({ code }) => (code === 'INVALID_CREDENTIALS' ? loginText('failed') : undefined),
  })
  return (
    <form {...form.props} className="login-form" onFocus={offers}>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="username"
        label={loginText('usernameOrEmail')}
        data-first-focus={isWide ? '' : undefined}
        required
        autoComplete="username webauthn"
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
        <Link to="/register" className="link" onClick={leave}>
          {commonText('registerNow')}
        </Link>
        <Link to="/forgot-password" className="link login-forgot">
          {loginText('forgot')}
        </Link>
      </p>
    </form>
  )
}
