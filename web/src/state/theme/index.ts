export { ThemeMenu } from './ThemeMenu'
export { startTextSize } from './text-size'
export { startTheme, useTheme } from './theme'
