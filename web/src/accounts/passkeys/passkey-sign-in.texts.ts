import { defineTexts } from '../../lib/i18n'

export const passkeySignInText = defineTexts('passkeySignIn', {
  signIn: ['用通行密钥登录', 'Log in with a passkey'],
  none: ['没有用通行密钥登录', 'No passkey was used'],
  failed: ['通行密钥登录失败', 'The passkey did not log you in'],
})
