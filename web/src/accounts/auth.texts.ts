import { defineTexts } from '../lib/i18n'

export const authText = defineTexts('auth', {
  registerTitle: ['注册新账号', 'Create an account'],
  invitation: ['邀请码', 'Invitation code'],
  invitationHelp: [
    '本站凭邀请注册，邀请码请向管理员索取',
    'This site takes new members by invitation. Ask an administrator for a code.',
  ],
  registrationIsClosed: [
    '本站暂不开放注册，请过些时候再来。',
    'This site is not taking new members at the moment. Please come back later.',
  ],
  loginTitle: ['登录', 'Log in'],
  username: ['用户名', 'Username'],
  usernameHelp: [
    '{{usernameMin}}–{{usernameMax}} 位英文字母或数字，{{renameDays}} 天能改一次',
    '{{usernameMin}}–{{usernameMax}} letters or digits. You can change it once in {{renameDays}} days.',
  ],
  email: ['邮箱', 'Email'],
  emailHelp: ['也可用来登录，不会公开', 'You can also log in with it. Other members never see it.'],
  displayName: ['昵称', 'Display name'],
  displayNameHelp: [
    '选填，可用中文，最多 {{displayNameMax}} 字',
    'Optional, at most {{displayNameMax}} characters',
  ],
  password: ['密码', 'Password'],
  passwordHelp: [
    '至少 {{passwordMin}} 位，须同时包含大写字母、小写字母、数字和特殊符号（如 {{passwordSpecials}}，其他符号和空格也可以）',
    'At least {{passwordMin}} characters, including an uppercase letter, a lowercase letter, a digit and a special character ({{passwordSpecials}}, or any other sign or space)',
  ],
  confirmPassword: ['确认密码', 'Confirm password'],
  submitRegister: ['注册', 'Sign up'],
  submitting: ['提交中…', 'Submitting…'],
  haveAccount: ['已有账号？去登录', 'Already have an account? Log in'],
  passwordMismatch: ['两次输入的密码不一致', 'Passwords do not match'],
  confirmRequired: ['请再次输入密码', 'Enter your password again'],
  registerFailed: ['注册失败，请重试', 'Registration failed, please try again'],
  guidelines: ['注册须知', 'Registration guidelines'],
  rules: {
    r1: [
      '每人注册一个账号即可，请勿冒充他人或管理人员。',
      'One account per person. Do not impersonate others or staff.',
    ],
    r2: [
      '用户名 {{renameDays}} 天能改一次，昵称可随时更改。',
      'You can change your display name at any time, your username once in {{renameDays}} days.',
    ],
    r3: ['请使用有效邮箱，并妥善保管密码。', 'Use a valid email address and keep your password safe.'],
    r4: [
      '发言请遵守服务条款，友善待人，对自己的言论负责。',
      'Follow the terms of service, be kind, and take responsibility for what you post.',
    ],
  },
  alreadySignedIn: ['你已登录', 'You are already logged in'],
  alreadySignedInText: [
    '当前账号是“{{name}}”，如需换号请先退出。',
    'You are logged in as “{{name}}”. Log out first to use another account.',
  ],
  step: ['第 {{step}} 步，共 2 步', 'Step {{step}} of 2'],
  disagree: ['不同意', 'Disagree'],
  agree: ['同意并继续', 'Agree and continue'],
})
