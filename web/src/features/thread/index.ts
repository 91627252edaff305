export { Markup } from './Markup'
export { PostRedirect } from './PostRedirect'
export { ThreadScreen } from './ThreadScreen'
