import { type TableOf } from '../lib/i18n'
import { type bellText } from './bell.texts'

export const bell: TableOf<typeof bellText> = {
  unread: '{{count}} unread notifications',
  title: 'Notifications',
}
