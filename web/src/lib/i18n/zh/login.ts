export const login = {
  usernameOrEmail: '用户名或邮箱',
  usernameRequired: '请输入用户名',
  passwordRequired: '请输入密码',
  forgot: '忘记密码？',
} as const
