import { RecentPanel } from './RecentPanel'
import { RelatedBoards } from './RelatedBoards'
import { SearchTips } from './SearchTips'
import './search.css'

/** In the sidebar of the search screen, below what every page has there. */
export function SearchAside() {
  return (
    <div className="search-aside">
      <SearchTips />
      <RecentPanel />
      <RelatedBoards />
    </div>
  )
}
