import { type TableOf } from '../../lib/i18n'
import { type liveText } from './live.texts'

export const live: TableOf<typeof liveText> = {
  reconnecting: 'Connection lost. Reconnecting…',
  paused: 'Live updates are paused. Checking for updates every 30 seconds.',
  restored: 'Back online',
  newVersion: 'The forum has been updated. Refresh to use the new version.',
  revokedBanned: 'Your account has been banned',
  revokedLogout: 'You logged out in another window',
  offline: 'You are offline',
  revokedPassword: 'Your password has changed. Please log in again.',
  revokedExpired: 'Your session has expired. Please log in again.',
  signInAgain: 'Log in',
  dismiss: 'Got it',
  refresh: 'Refresh',
}
