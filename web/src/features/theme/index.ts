export { startTheme } from './theme'
export { ThemeMenu, ThemeSwitch } from './ThemeMenu'
