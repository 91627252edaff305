import { type TableOf } from '../../lib/i18n'
import { type secondFactorText } from './second-factor.texts'

export const secondFactor: TableOf<typeof secondFactorText> = {
  title: 'Two-step sign-in',
  note: 'Besides the password, signing in asks for the six digits that an authenticator app shows.',
  codeTitle: 'Enter the code',
  codeNote:
    'Open the authenticator app on your phone and enter the six digits it shows. Without the phone, use a recovery code.',
  code: 'Code or recovery code',
  codeRequired: 'Enter the code',
  signIn: 'Log in',
  passwordTitle: 'Enter your password again',
  passwordNote:
    'This act has large effects, so it needs to be you. You will not be asked again for 15 minutes.',
  password: 'Password',
  passwordRequired: 'Password is required',
  off: 'Off',
  on: 'On',
  since: 'Since {{time}}, {{count}} recovery codes left',
  begin: 'Turn on two-step sign-in',
  beginNote:
    'Enter your password first. You also need an authenticator app on your phone; any app store has several.',
  next: 'Next',
  addTitle: 'Add the account to your app',
  addNote:
    'Scan the picture with the app, or choose to enter a key and type the characters below. If the app is on this device, use the link.',
  picture: 'The key as a QR code',
  key: 'Key',
  openApp: 'Open in the authenticator app on this device',
  firstCode: 'The six digits that the app shows',
  confirm: 'Turn on',
  recoveryTitle: 'Keep the recovery codes',
  recoveryNote:
    'If you lose the phone, a recovery code signs you in, each of them once. They are shown only now: write them down or keep them in a safe place.',
  recoveryCodes: 'Recovery codes',
  copy: 'Copy',
  copied: 'Copied',
  saved: 'I have kept them',
  turnOff: 'Turn off two-step sign-in',
  turnOffNote: 'Afterwards the password alone signs in.',
  turnedOff: 'Two-step sign-in is off',
  failed: 'Two-step sign-in failed to load',
  due: 'This site requires two-step sign-in of moderators and admins. Until it is on, you cannot moderate.',
  dueAct: 'Turn it on',
}
