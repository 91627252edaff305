import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { Panel } from '../ui'
import { usePopularBoards } from '../boards'
import { RecentPanel } from './RecentPanel'
import { SearchTips } from './SearchTips'
import { searchText } from './search.texts'

/** Suggestions before the first search on a phone, which has no sidebar. */
export function SearchStart() {
  const popular = usePopularBoards()
  return (
    <>
      <h1 className="search-start">{searchText('start')}</h1>
      <RecentPanel />
      {popular.status === 'ready' && popular.data.length > 0 && (
        <Panel title={searchText('popularBoards')}>
          <ul className="related-boards">
            {popular.data.map(({ id, displayName, todayCount }) => (
              <li key={id}>
                <Link to={`/boards/${id}`} className="one-line">
                  {displayName}
                </Link>
                <span className="faint small num">{commonText('today', { count: todayCount })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <SearchTips />
    </>
  )
}
