import { defineTexts } from '../../lib/i18n'

export const oidcText = defineTexts('oidc', {
  continueWith: ['用 {{name}} 继续', 'Continue with {{name}}'],
  or: ['或者用邮箱', 'Or with email'],
  title: ['用其他账号登录', 'Log in with another account'],
  working: ['正在登录…', 'Logging in…'],
  stranger: ['要继续吗？', 'Continue?'],
  strangerSignIn: [
    '这次登录不是在这个标签页里开始的。如果刚才不是你自己要用其他账号登录，请不要继续。',
    'This login was not begun in this tab. Unless it was you who wanted to log in with another account, do not continue.',
  ],
  strangerLink: [
    '连接账号不是在这个标签页里开始的。如果刚才不是你自己要连上其他账号，请不要继续：拥有那个账号的人会能登录你的账号。',
    'This connection was not begun in this tab. Unless it was you who wanted to connect another account, do not continue: whoever has that account could log in as you.',
  ],
  goOn: ['继续', 'Continue'],
  goHome: ['不继续', 'Do not continue'],
  failed: ['没有登录成功', 'You are not logged in'],
  failedText: [
    '可能是你在那边取消了，或者隔得太久。再试一次就好。',
    'You may have cancelled there, or it took too long. Please try again.',
  ],
  backToLogin: ['回到登录', 'Back to login'],
  linked: ['已连上', 'Connected'],
  welcome: ['还差一步', 'One more step'],
  welcomeText: [
    '这个账号第一次来，请起一个用户名。已经有本站账号的话，请先登录，再到“账号”里连上。',
    'This account is new here: please choose a username. If you have an account already, log in first and connect it in your settings.',
  ],
  agree: ['我读过并同意服务条款和隐私政策', 'I have read and agree to the terms and the privacy policy'],
  agreeFirst: ['请先阅读并同意', 'Please read and agree first'],
  terms: ['服务条款', 'Terms of service'],
  privacy: ['隐私政策', 'Privacy policy'],
  finish: ['注册', 'Sign up'],
  code: ['两步验证码', 'Two-step code'],
  signIn: ['登录', 'Log in'],
})
