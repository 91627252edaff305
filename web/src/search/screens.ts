/** The lazily loaded screen, kept apart from the box on every page. */
export { SearchAside } from './SearchAside'
export { SearchScreen } from './SearchScreen'
