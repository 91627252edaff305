import { Monitor, Moon, Sun } from '../../ui/icons'
import { THEMES } from './theme'
import { themeText } from './theme.texts'

export const THEME_ICONS = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
}

export const themeOptions = () =>
  THEMES.map((value) => ({ value, label: themeText(value), icon: THEME_ICONS[value] }))
