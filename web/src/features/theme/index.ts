export { startTextSize } from './text-size'
export { startTheme } from './theme'
export { ThemeMenu } from './ThemeMenu'
