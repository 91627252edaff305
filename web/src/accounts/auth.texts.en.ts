import { type TableOf } from '../lib/i18n'
import { type authText } from './auth.texts'

export const auth: TableOf<typeof authText> = {
  registerTitle: 'Create an account',
  invitation: 'Invitation code',
  invitationHelp: 'This site takes new members by invitation. Ask an administrator for a code.',
  registrationIsClosed: 'This site is not taking new members at the moment. Please come back later.',
  loginTitle: 'Log in',
  username: 'Username',
  usernameHelp: '{{usernameMin}}–{{usernameMax}} letters or digits. You cannot change it later.',
  email: 'Email',
  emailHelp: 'You can also log in with it. Other members never see it.',
  displayName: 'Display name',
  displayNameHelp: 'Optional, at most {{displayNameMax}} characters',
  password: 'Password',
  passwordHelp:
    'At least {{passwordMin}} characters, including an uppercase letter, a lowercase letter, a digit and a special character ({{passwordSpecials}}, or any other sign or space)',
  confirmPassword: 'Confirm password',
  submitRegister: 'Sign up',
  submitting: 'Submitting…',
  haveAccount: 'Already have an account? Log in',
  passwordMismatch: 'Passwords do not match',
  confirmRequired: 'Enter your password again',
  registerFailed: 'Registration failed, please try again',
  guidelines: 'Registration guidelines',
  rules: {
    r1: 'One account per person. Do not impersonate others or staff.',
    r2: 'You can change your display name at any time, but not your username.',
    r3: 'Use a valid email address and keep your password safe.',
    r4: 'Follow the terms of service, be kind, and take responsibility for what you post.',
  },
  alreadySignedIn: 'You are already logged in',
  alreadySignedInText: 'You are logged in as “{{name}}”. Log out first to use another account.',
  step: 'Step {{step}} of 2',
  disagree: 'Disagree',
  agree: 'Agree and continue',
  lastUpdated: 'Last updated: 9 August 2025',
}
