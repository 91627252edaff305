/** The screens, apart from what other features use: they load when they are opened. */
import './with-excerpts'

export { PostRedirect } from './PostRedirect'
export { ThreadScreen } from './ThreadScreen'
