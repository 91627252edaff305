import { type TableOf } from '../lib/i18n'
import { type loginText } from './login.texts'

export const login: TableOf<typeof loginText> = {
  password: 'Password',
  failed: 'Login failed: wrong username or password',
  noAccount: 'No account yet?',
  usernameOrEmail: 'Username or email',
  usernameRequired: 'Enter your username',
  passwordRequired: 'Enter your password',
  forgot: 'Forgot your password?',
}
