import { type TableOf } from '../../lib/i18n'
import { type themeText } from './theme.texts'

export const theme: TableOf<typeof themeText> = {
  label: 'Appearance',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
