import { type Board } from '@forum/shared/contract'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { type Loaded } from '../resource'
import { findBoardsByName, useBoards } from '../boards'
import { saysEnough } from './says-enough'
import { hasFilters, type SearchRequest, withoutQuotes } from './search-address'
import { searchText } from './search.texts'

const SHOWN_MAX = 6
const NONE: readonly Board[] = []

/**
 * The boards that a search over everything finds by their names, in either script. Filters concern the content of
 * boards, not the boards.
 */
export function useFoundBoards(request: SearchRequest): Pick<Loaded<unknown>, 'status'> & {
  found: readonly Board[]
} {
  const boards = useBoards()
  const loadedBoards = boards.status === 'ready' ? boards.data : null
  const q = withoutQuotes(request.q)
  const isWanted = request.scope === 'all' && request.page === 1 && !hasFilters(request) && saysEnough(q)
  const found = useMemo(
    () => (loadedBoards && isWanted ? findBoardsByName(loadedBoards, q).slice(0, SHOWN_MAX) : NONE),
    [loadedBoards, isWanted, q],
  )
  return { status: isWanted ? boards.status : 'ready', found }
}

/** Links to boards that were found; renders nothing if there are none. */
export function FoundBoards({ boards }: { boards: readonly Board[] }) {
  if (boards.length === 0) return null
  return (
    <nav className="found-boards" aria-label={searchText('foundBoards')}>
      <span className="soft" aria-hidden>
        {searchText('foundBoards')}
      </span>
      <ul>
        {boards.map(({ id, displayName, parent, todayCount }) => (
          <li key={id}>
            <Link to={`/boards/${id}`} className="found-board">
              <b>{displayName}</b>
              {parent && <span className="faint small">{parent.displayName}</span>}
              {todayCount > 0 && (
                <span className="live small num">{commonText('today', { count: todayCount })}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
