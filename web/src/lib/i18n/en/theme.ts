import { type theme as zh } from '../zh/theme'
import { type TableOf } from '../table'

export const theme: TableOf<typeof zh> = {
  label: 'Appearance',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
