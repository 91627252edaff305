export { searchArea } from './area'
export { SearchBox } from './SearchBox'
export { loadSearchAside } from './load-aside'
