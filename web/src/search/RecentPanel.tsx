import { Link } from 'react-router-dom'
import { IconButton } from '../ui'
import { Clock, X } from '../ui/icons'
import { type RecentSearches, useRecentSearches } from './recent-searches'
import { searchPath } from './search-address'
import { searchText } from './search.texts'

/** The last searches of this browser, each of which can be removed; renders nothing if there are none. */
export function RecentPanel() {
  const recent = useRecentSearches()
  return recent.queries.length === 0 ? null : (
    <section className="panel" aria-label={searchText('recent')}>
      <h2 className="panel-title">
        {searchText('recent')}
        <button type="button" className="recent-clear small soft" onClick={recent.clear}>
          {searchText('clearRecent')}
        </button>
      </h2>
      <RecentList recent={recent} />
    </section>
  )
}

function RecentList({ recent }: { recent: RecentSearches }) {
  return (
    <ul className="recent-list">
      {recent.queries.map((query) => (
        <li key={query}>
          <Clock aria-hidden />
          <Link to={searchPath({ q: query })} className="one-line">
            {query}
          </Link>
          <IconButton
            label={searchText('removeRecent', { query })}
            onClick={() => {
              recent.remove(query)
            }}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
