import { type login as zh } from '../zh/login'
import { type TableOf } from '../table'

export const login: TableOf<typeof zh> = {
  usernameOrEmail: 'Username or email',
  usernameRequired: 'Enter your username',
  passwordRequired: 'Enter your password',
  forgot: 'Forgot your password?',
}
