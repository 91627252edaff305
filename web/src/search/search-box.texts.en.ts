import { type TableOf } from '../lib/i18n'
import { type searchBoxText } from './search-box.texts'

export const searchBox: TableOf<typeof searchBoxText> = {
  searchSite: 'Search the site',
  placeholder: 'Search threads, posts, members',
  clear: 'Clear',
}
