export { TextSizeSwitch } from './TextSizeChoice'
export { ThemeSwitch } from './ThemeSwitch'
