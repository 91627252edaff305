import { Link, useSearchParams } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { Panel } from '../ui'
import { useBoards } from '../boards'
import { readSearch } from './search-address'
import { type SearchResult } from './search.slice'
import { searchText } from './search.texts'
import { useSearch } from './use-search'

const SHOWN_MAX = 5

/** Returns the boards of the best hits, those with the most hits first. */
function boardsOf({ threads, posts }: SearchResult): number[] {
  const counts = new Map<number, number>()
  for (const id of [...threads, ...posts.map(({ thread }) => thread)].map(({ boardId }) => boardId))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

/** The boards with the most results; renders nothing if there are none. */
export function RelatedBoards() {
  const [params] = useSearchParams()
  const request = readSearch(params)
  // The same search as the overview of the screen, so it is sent only once.
  const { result } = useSearch(request.q === '' ? null : { ...request, scope: 'all', page: 1 })
  const boards = useBoards()
  if (!result || boards.status !== 'ready') return null
  const byId = new Map(boards.data.map((board) => [board.id, board]))
  const related = boardsOf(result)
    .flatMap((id) => (id === request.boardId ? [] : (byId.get(id) ?? [])))
    .slice(0, SHOWN_MAX)
  return related.length === 0 ? null : (
    <Panel title={searchText('relatedBoards')}>
      <ul className="related-boards">
        {related.map(({ id, displayName, todayCount }) => (
          <li key={id}>
            <Link to={`/boards/${id}`} className="one-line">
              {displayName}
            </Link>
            {todayCount > 0 && (
              <span className="live small num">{commonText('today', { count: todayCount })}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
