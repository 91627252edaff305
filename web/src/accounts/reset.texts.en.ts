import { type TableOf } from '../lib/i18n'
import { type resetText } from './reset.texts'

export const reset: TableOf<typeof resetText> = {
  forgotTitle: 'Forgot your password?',
  forgotText: 'Enter your username or email, and we will email you a link to set a new password.',
  forgotSubmit: 'Send the link',
  required: 'Enter your username or email',
  sentTitle: 'Check your email',
  sentText:
    'If the account exists, you will receive an email within a few minutes. The link is valid for {{resetHours}} hour. Check your spam folder too.',
  failed: 'Could not send the email. Please try again.',
  noMailTitle: 'This site cannot reset passwords by email',
  noMailText: 'The operator has to set a new password for you.',
  contact: 'Contact the operator: ',
  admins: 'Administrators: ',
  noContact:
    'They read private messages: ask a friend on the site to pass yours on, or register a new account to write one.',
  backToLogin: 'Back to login',
  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  confirmNew: 'Confirm new password',
  confirmRequired: 'Enter the new password again',
  mismatch: 'Passwords do not match',
  resetSubmit: 'Set password',
  resetNote: 'This logs you out everywhere and logs you in here.',
  resetFailed: 'Could not set the password. Please try again.',
  badLink: 'This link has expired or has already been used',
  badLinkText: 'A link is valid for {{resetHours}} hour and can be used once.',
  askAgain: 'Request a new link',
}
