import { defineTexts } from '../lib/i18n'

export const loginText = defineTexts('login', {
  password: '密码',
  failed: '登录失败：用户名或密码错误',
  noAccount: '还没有账号？',
  usernameOrEmail: '用户名或邮箱',
  usernameRequired: '请输入用户名',
  passwordRequired: '请输入密码',
  forgot: '忘记密码？',
})
