import { type TableOf } from '../../lib/i18n'
import { type resendText } from './resend.texts'

export const resend: TableOf<typeof resendText> = {
  unsent: 'Not sent. Please try again.',
  unsentOffline: 'Not sent: you are offline',
  whenBack: 'Send automatically once reconnected',
  waiting: 'Will be sent once reconnected. Click to cancel.',
}
