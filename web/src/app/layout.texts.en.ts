import { type TableOf } from '../lib/i18n'
import { type layoutText } from './layout.texts'

export const layout: TableOf<typeof layoutText> = {
  seal: '华',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main navigation',
  bottomNavigation: 'Bottom navigation',
  sidebar: 'Sidebar',
  copyright: '© {{year}} {{siteName}}',
  shortcuts: 'Keyboard shortcuts',
  live: 'Live',
  unconfirmed: 'Could not confirm your session. Retrying…',
}
