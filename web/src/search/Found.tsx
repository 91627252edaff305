import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink, EmptyState, Pagination, SectionHeading, useIsWide } from '../ui'
import { FolderSearch } from '../ui/icons'
import { useFilterNames } from './Filters'
import { MemberHits, PostHits, ThreadHits } from './Hits'
import { hasFilters, NO_FILTERS, type SearchRequest, searchPath, withoutQuotes } from './search-address'
import { type Nearby, type SearchResult, type SearchTotals } from './search.slice'
import { searchText } from './search.texts'
import { SearchTips } from './SearchTips'
import { countText, sumOf } from './totals'
import { OPTIONAL, useSearch } from './use-search'

/** Number of members from which the overview links to all of them. */
const ALL_USERS_FROM = 9

/** The results of each kind; if there are few, also those that are near the query. */
export function Found({
  request,
  hasBoards,
  result,
  totals,
  hint,
}: {
  request: SearchRequest
  /** True if boards were found, which are shown above. */
  hasBoards: boolean
  result: SearchResult
  totals: SearchTotals | null
  hint: ReactNode
}) {
  const { threads, posts, users, pagination } = result
  const isEmpty = threads.length + posts.length + users.length === 0
  if (isEmpty && (pagination?.total ?? 0) > 0)
    return (
      <EmptyState icon={<FolderSearch aria-hidden />} title={searchText('noPage')}>
        <ButtonLink to={searchPath({ ...request, page: 1 })}>{searchText('firstPage')}</ButtonLink>
      </EmptyState>
    )
  const near = result.nearby
  const isNear = near !== null && near.threads.length + near.posts.length > 0
  if (isEmpty)
    return (
      <>
        <NothingFound {...{ request, hasBoards, totals, isNear }} />
        {isNear && <NearbyHits {...near} isAlone />}
      </>
    )
  const all = (scope: 'threads' | 'posts') => searchPath({ ...request, scope })
  const hasMore = (kind: 'threads' | 'posts') => (result.totals?.[kind] ?? 0) > result[kind].length
  return (
    <>
      {hint}
      {threads.length > 0 && (
        <Section
          kind="threads"
          result={result}
          more={hasMore('threads') && <Link to={all('threads')}>{searchText('viewAllThreads')} ›</Link>}
        >
          <ThreadHits hits={threads} />
        </Section>
      )}
      {posts.length > 0 && (
        <Section
          kind="posts"
          result={result}
          more={hasMore('posts') && <Link to={all('posts')}>{searchText('viewAllPosts')} ›</Link>}
        >
          <PostHits hits={posts} />
        </Section>
      )}
      {isNear && <NearbyHits {...near} isAlone={threads.length + posts.length === 0} />}
      {users.length > 0 && (
        <Section
          kind="users"
          result={result}
          more={
            (result.totals?.users ?? 0) >= ALL_USERS_FROM && (
              <Link to={searchPath({ q: request.q, scope: 'users' })}>{searchText('viewAllUsers')} ›</Link>
            )
          }
        >
          <MemberHits hits={users} />
        </Section>
      )}
      {pagination && (
        <Pagination
          page={pagination.page}
          totalPages={pagination.totalPages}
          hrefFor={(page) => searchPath({ ...request, page })}
        />
      )}
    </>
  )
}

function Section({
  kind,
  result,
  more,
  children,
}: {
  kind: 'threads' | 'posts' | 'users'
  result: SearchResult
  more: ReactNode
  children: ReactNode
}) {
  const total = result.totals?.[kind] ?? result.pagination?.total ?? 0
  return (
    <section aria-labelledby={`found-${kind}`}>
      <SectionHeading id={`found-${kind}`} more={more}>
        {searchText(`scopeNames.${kind}`)}{' '}
        <span className="scope-count small soft num">{countText(total)}</span>
      </SectionHeading>
      {children}
    </section>
  )
}

/** Results near the query. `isAlone`: no thread or post matches it exactly. */
function NearbyHits({ threads, posts, isAlone }: Nearby & { isAlone: boolean }) {
  const kinds = [
    ['threads', threads.length],
    ['posts', posts.length],
  ] as const
  return (
    <section aria-labelledby="found-nearby">
      <SectionHeading
        id="found-nearby"
        more={
          <span className="small soft num">
            {kinds
              .filter(([, count]) => count > 0)
              .map(([kind, count]) => `${searchText(`scopeNames.${kind}`)} ${count}`)
              .join(' · ')}
          </span>
        }
      >
        {searchText(isAlone ? 'nearby' : 'alsoNearby')}
      </SectionHeading>
      {threads.length > 0 && <ThreadHits hits={threads} />}
      {posts.length > 0 && <PostHits hits={posts} />}
    </section>
  )
}

function NothingFound({
  request,
  hasBoards,
  totals,
  isNear,
}: {
  request: SearchRequest
  hasBoards: boolean
  totals: SearchTotals | null
  /** True if results near the query follow, whose heading says that none is exact. */
  isNear: boolean
}) {
  const isWide = useIsWide()
  const isFiltered = request.scope !== 'users' && hasFilters(request)
  const unfiltered = useSearch(
    isFiltered ? { ...request, ...NO_FILTERS, scope: 'all', page: 1 } : null,
    OPTIONAL,
  )
  const elsewhere = request.scope === 'all' ? 0 : sumOf(totals)
  const filters = useFilterNames(request).join('、')
  const without = unfiltered.result && countText(sumOf(unfiltered.result.totals))
  const text = (
    <>
      {isFiltered && searchText('filteredBy', { filters })}
      {isFiltered && without !== null && searchText('unfiltered', { count: without })}
      {elsewhere > 0 && searchText('nothingElsewhere', { count: countText(elsewhere) })}
    </>
  )
  const unfilteredPath = searchPath({ ...request, ...NO_FILTERS, page: 1 })
  const elsewherePath = searchPath({ ...request, scope: 'all', page: 1 })
  if (isNear)
    return (
      (isFiltered || elsewhere > 0) && (
        <p className="search-hint">
          {text}{' '}
          <Link to={isFiltered ? unfilteredPath : elsewherePath} className="link">
            {searchText(isFiltered ? 'searchUnfiltered' : 'showAll')} ›
          </Link>
        </p>
      )
    )
  return (
    <>
      <EmptyState
        icon={<FolderSearch aria-hidden />}
        title={
          hasBoards
            ? searchText('nothingInside', { query: withoutQuotes(request.q) })
            : searchText('nothing', { query: request.q })
        }
        text={text}
      >
        {isFiltered && <ButtonLink to={unfilteredPath}>{searchText('searchUnfiltered')}</ButtonLink>}
        {elsewhere > 0 && <ButtonLink to={elsewherePath}>{searchText('showAll')}</ButtonLink>}
      </EmptyState>
      {!isWide && <SearchTips />}
    </>
  )
}
