import { defineTexts } from '../lib/i18n'

export const loginText = defineTexts('login', {
  password: ['密码', 'Password'],
  failed: ['登录失败：用户名或密码错误', 'Login failed: wrong username or password'],
  noAccount: ['还没有账号？', 'No account yet?'],
  usernameOrEmail: ['用户名或邮箱', 'Username or email'],
  usernameRequired: ['请输入用户名', 'Enter your username'],
  passwordRequired: ['请输入密码', 'Enter your password'],
  forgot: ['忘记密码？', 'Forgot your password?'],
})
