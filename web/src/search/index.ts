export { SearchBox } from './SearchBox'
