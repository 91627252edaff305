import { type TableOf } from '../lib/i18n'
import { type messageToastsText } from './message-toasts.texts'

export const messageToasts: TableOf<typeof messageToastsText> = {
  arrived: 'New message from {{name}}: {{subject}}',
}
