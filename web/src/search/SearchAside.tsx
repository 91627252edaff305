import { RecentPanel } from './RecentPanel'
import { RelatedBoards } from './RelatedBoards'
import { SearchTips } from './SearchTips'
import './search.css'

/** The search screen's part of the sidebar, below the panels of every page. */
export function SearchAside() {
  return (
    <div className="search-aside">
      <SearchTips />
      <RecentPanel />
      <RelatedBoards />
    </div>
  )
}
