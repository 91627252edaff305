import { COUNT_MAX } from '@forum/shared/limits'
import { useEffect, useMemo } from 'react'
import { Link, NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router-dom'
import { forum } from '../store'
import {
  Breadcrumb,
  classNames,
  EmptyState,
  ErrorState,
  PageHeading,
  useBusy,
  useIsWide,
  usePageTitle,
  useSecondsUntil,
} from '../ui'
import { Clock, Search } from '../ui/icons'
import { useSession } from '../state/session'
import { isHiddenFrom } from '../state/blocks'
import { Filters } from './Filters'
import { ThreadHitBones } from './Hits'
import { FoundBoards, useFoundBoards } from './FoundBoards'
import { Found } from './Found'
import { rememberSearch } from './recent-searches'
import {
  isQuoted,
  phraseOf,
  readSearch,
  SCOPES,
  searchPath,
  type SearchRequest,
  withoutQuotes,
} from './search-address'
import { forgetSearches, keyOf } from './search.actions'
import { type SearchResult, type SearchTotals } from './search.slice'
import { searchText } from './search.texts'
import { SearchForm } from './SearchForm'
import { SearchStart } from './SearchStart'
import { type SUBMITTED } from './submitted'
import { contentsOf, countText, sumOf } from './totals'
import { OPTIONAL, type ShownSearch, useSearch } from './use-search'
import './search.css'
import './filters.css'

/** `/search`: threads, posts and members for a query. The address holds all of a search. */
export function SearchScreen() {
  const [params] = useSearchParams()
  const request = readSearch(params)
  const isWide = useIsWide()
  useSubmissions(request.q)
  usePageTitle(request.q === '' ? searchText('title') : searchText('titleOf', { query: request.q }))
  return (
    <>
      <Breadcrumb trail={[{ label: searchText('title') }]} />
      <SearchForm request={request} />
      {request.q === '' ? (
        <>
          {isWide ? (
            <EmptyState
              isPage
              icon={<Search aria-hidden />}
              title={searchText('start')}
              text={searchText('startText')}
            />
          ) : (
            <SearchStart />
          )}
        </>
      ) : (
        <Results request={request} />
      )}
    </>
  )
}

/** Remembers a submitted query, and searches for it again even if it is the same as before. */
function useSubmissions(q: string): void {
  const location = useLocation()
  const { key } = location
  const state = location.state as Partial<typeof SUBMITTED> | null
  const isBack = useNavigationType() === NavigationType.Pop
  const userId = useSession().user?.id ?? null
  const isSubmitted = !isBack && state?.isSubmitted === true
  useEffect(() => {
    if (!isSubmitted || q === '') return
    rememberSearch(userId, q)
    forgetSearches(forum)
  }, [isSubmitted, key, q, userId])
}

function Results({ request }: { request: SearchRequest }) {
  const overview = useSearch({ ...request, scope: 'all', page: 1 })
  const ofKind = useSearch(request.scope === 'all' ? null : request)
  const shown = request.scope === 'all' ? overview : ofKind
  const phrase = request.scope === 'users' ? null : phraseOf(request.q)
  // Loaded together with the search itself, so that the hint does not push the results down.
  const exact = useSearch(
    phrase === null ? null : { ...request, q: `"${phrase}"`, scope: 'all', page: 1 },
    OPTIONAL,
  )
  const isWide = useIsWide()
  const boards = useFoundBoards(request)
  const visible = useVisibleHits(shown.result)
  // Boards that arrive after the results would push them down.
  const result = boards.status === 'loading' ? null : visible
  const isOutdated = shown.request !== null && keyOf(shown.request) !== keyOf(request)
  const totals = (boards.status !== 'loading' && overview.result?.totals) || null
  useBusy(shown.isLoading)
  const limitedUntil = [overview, ofKind].find(({ error }) => error?.status === 429)?.error?.retryAt ?? null
  const hasFailed = shown.error !== null && shown.error.status !== 429
  return (
    <>
      <PageHeading
        className="search-heading"
        title={
          <>
            “{request.q}”
            {totals && (
              <span className="search-total small soft num" role="status">
                {searchText('total', { total: countText(sumOf(totals)) })}
              </span>
            )}
          </>
        }
      />
      <div className="search-bar">
        <Scopes request={request} totals={totals} />
        {isWide && request.scope !== 'users' && <Order request={request} />}
      </div>
      {request.scope !== 'users' && <Filters request={request} hasOrder={!isWide} />}
      {limitedUntil !== null && <LimitedNotice until={limitedUntil} hasResult={result !== null} />}
      {hasFailed ? (
        <ErrorState
          title={searchText('failed')}
          cause={
            <>
              {shown.error?.message} {searchText('kept')}
            </>
          }
          onRetry={shown.retry}
        />
      ) : (
        <>
          {result === null && (shown.isLoading || visible !== null) && <ThreadHitBones />}
          {result && (
            <div className={classNames('results', isOutdated && 'results-outdated')} aria-busy={isOutdated}>
              <FoundBoards boards={boards.found} />
              <Found
                request={shown.request ?? request}
                hasBoards={boards.found.length > 0}
                result={result}
                totals={totals}
                hint={isOutdated ? null : <PhraseHint {...{ request, phrase, exact, totals }} />}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** The results without those by members whom the reader has blocked. */
function useVisibleHits(found: SearchResult | null): SearchResult | null {
  const { user } = useSession()
  return useMemo(() => {
    const visible = ({ threads, posts }: Pick<SearchResult, 'threads' | 'posts'>) => ({
      threads: threads.filter(({ userId, boardId }) => !isHiddenFrom(user, userId, boardId)),
      posts: posts.filter(({ author, thread }) => !isHiddenFrom(user, author.id, thread.boardId)),
    })
    return found && { ...found, ...visible(found), nearby: found.nearby && visible(found.nearby) }
  }, [found, user])
}

/** The kinds of results with their totals, as links. */
function Scopes({ request, totals }: { request: SearchRequest; totals: SearchTotals | null }) {
  const countOf = (scope: SearchRequest['scope']) => (scope === 'all' ? sumOf(totals) : totals?.[scope])
  return (
    <nav className="scopes" aria-label={searchText('scopes')}>
      {SCOPES.map((scope) => {
        const count = totals ? countOf(scope) : undefined
        return (
          <Link
            key={scope}
            to={searchPath({ ...request, scope, page: 1 })}
            state={{ keepsScroll: true }}
            aria-current={scope === request.scope ? 'page' : undefined}
          >
            {searchText(`scopeNames.${scope}`)}
            {count !== undefined && <span className="scope-count small num"> {countText(count)}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

function Order({ request }: { request: SearchRequest }) {
  return (
    <nav className="search-order small" aria-label={searchText('order')}>
      {(['relevance', 'newest'] as const).map((sortBy) => (
        <Link
          key={sortBy}
          to={searchPath({ ...request, sortBy, page: 1 })}
          state={{ keepsScroll: true }}
          aria-current={sortBy === request.sortBy ? 'true' : undefined}
        >
          {searchText(sortBy)}
        </Link>
      ))}
    </nav>
  )
}

function LimitedNotice({ until, hasResult }: { until: number; hasResult: boolean }) {
  const seconds = useSecondsUntil(until)
  return (
    <p className="search-limited" role="status">
      <Clock aria-hidden />
      <span aria-live="off">{searchText('limited', { seconds })}</span>
      {hasResult && <span className="search-limited-kept small">{searchText('limitedKept')}</span>}
    </p>
  )
}

/** Offers the words as one phrase if only some of the results contain it, and the single words of a phrase. */
function PhraseHint({
  request,
  phrase,
  exact,
  totals,
}: {
  request: SearchRequest
  phrase: string | null
  exact: ShownSearch
  totals: SearchTotals | null
}) {
  if (phrase === null && isQuoted(request.q) && request.scope !== 'users')
    return (
      <p className="search-hint">
        {searchText('quoted')}{' '}
        <Link to={searchPath({ ...request, q: withoutQuotes(request.q), page: 1 })} className="link">
          {searchText('unquoted')} ›
        </Link>
      </p>
    )
  const count = contentsOf(exact.result?.totals)
  const isAll = totals !== null && count === contentsOf(totals) && count < COUNT_MAX
  if (phrase === null || ((count === 0 || isAll) && !exact.isLoading)) return null
  return (
    <p className={classNames('search-hint', exact.isLoading && 'search-hint-awaited')}>
      {searchText('phrase')}{' '}
      <Link to={searchPath({ ...request, q: `“${phrase}”`, page: 1 })} className="link">
        {searchText('phraseCount', { phrase, count: countText(count) })} ›
      </Link>
    </p>
  )
}
