export { Markup } from './Markup'
