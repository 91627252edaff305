import { type reset as zh } from '../zh/reset'
import { type TableOf } from '../table'

export const reset: TableOf<typeof zh> = {
  forgotTitle: 'Forgotten password',
  forgotText: 'Enter your username or email, and we will mail you a link for a new password.',
  forgotSubmit: 'Send the link',
  required: 'Enter your username or email',
  sentTitle: 'Check your mail',
  sentText:
    'If there is such an account, a mail arrives within a few minutes. Its link is good for an hour. Have a look at your spam folder too.',
  failed: 'Could not send it, please try again',
  noMailTitle: 'Passwords cannot be reset here',
  backToLogin: 'Back to login',
  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  confirmNew: 'Confirm new password',
  confirmRequired: 'Please repeat the new password',
  mismatch: 'Passwords do not match',
  resetSubmit: 'Set the new password',
  resetNote: 'This ends all sessions and signs you in here.',
  resetFailed: 'That did not work, please try again',
  badLink: 'This link has expired or was used already',
  badLinkText: 'A link is good for an hour and for one use.',
  askAgain: 'Ask for a new one',
}
