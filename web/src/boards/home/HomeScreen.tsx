import { DAY_MS } from '@forum/shared/clock'
import { type Board, type Category } from '@forum/shared/contract'
import { useEffect, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { readStored, writeStored } from '../../lib/storage'
import {
  Bone,
  EmptyState,
  ErrorState,
  GlowOnChange,
  onDemand,
  rows,
  SectionHeading,
  Skeleton,
  useBusy,
  useOnDemand,
  usePageTitle,
  VisuallyHidden,
} from '../../ui'
import { LayoutList } from '../../ui/icons'
import { type ApiError } from '../../resource'
import { useAnnouncement } from '../../state/announcement'
import { useSession } from '../../state/session'
import { forum } from '../../store'
import { BoardMark } from '../BoardMark'
import { BoardNews } from '../BoardNews'
import { LatestThreads } from '../LatestThreads'
import { useBoards, useBoardsWithNews, useCategories, withoutHidden } from '../use-boards'
import { DateLine } from './DateLine'
import { GuestStrip } from './GuestStrip'
import { homeText } from './home.texts'
import { homeSections, type HomeSection } from './sections'
import './home.css'

/** The home page: the latest threads of the whole forum, and below them every board. */
export function HomeScreen() {
  const boards = useBoards()
  const [query] = useSearchParams()
  const others = notices.use()
  const { status } = useSession()
  const first = useAnnouncement()
  useEffect(() => {
    if (status === 'checking' || first === null) return
    // The first one to everyone scrolls; most visits load nothing more.
    void forum
      .call('listAnnouncements', { query: {} })
      .then(({ announcements }) => {
        const scrolling = announcements.some(({ audience }) => audience === 'everyone')
        return announcements.length > Number(scrolling) ? notices.load() : undefined
      })
      .catch(() => undefined)
  }, [status, first])
  usePageTitle(null)
  useBusy(boards.status === 'loading')
  return (
    <div className="home">
      <VisuallyHidden>
        <h1>{commonText('siteName')}</h1>
      </VisuallyHidden>
      {others && <others.Notices />}
      <GuestStrip />
      <NewcomerPlace boards={boards.data ?? NO_BOARDS} />
      <FirstHourPlace />
      <LatestThreads path="/" list={query.get('list')} line={<DateLine boards={boards.data} />} />
      <section aria-label={homeText('allBoards')}>
        {boards.status === 'loading' && <HomeSkeleton />}
        {boards.status === 'error' && <BoardsFailed error={boards.error} onRetry={boards.reload} />}
        {boards.status === 'ready' && <Sections boards={boards.data} />}
      </section>
    </div>
  )
}

const failure = onDemand(() => import('../BoardsError'))

/** Says why the boards could not be loaded; briefly where the details cannot be loaded either. */
function BoardsFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const parts = useOnDemand(failure)
  return parts ? (
    <parts.BoardsError error={error} onRetry={onRetry} />
  ) : (
    <ErrorState title={commonText('loadFailed')} cause={error.message} onRetry={onRetry} />
  )
}

const notices = onDemand(() => import('../Notices'))
const newcomer = onDemand(() => import('./Newcomer'))
const NEW_MS = 7 * DAY_MS
const NO_BOARDS: readonly Board[] = []
const NO_CATEGORIES: readonly Category[] = []
const CLOSED = 'forum:newcomer-closed'
/**
 * The id of the member to whom the steps were shown: they stay after the member's first post, which ticks one
 * (Newcomer.tsx).
 */
const BEGUN = 'forum:newcomer-begun'
const rememberDone = () => {
  writeStored(CLOSED, '1')
}

/** Greets members in their first week who have not written anything yet, until all steps are done or they close it. */
function NewcomerPlace({ boards }: { boards: readonly Board[] }) {
  const { user } = useSession()
  const [openedAt] = useState(Date.now)
  const [isClosed, setIsClosed] = useState(() => readStored(CLOSED) !== null)
  const [begunBy] = useState(() => readStored(BEGUN))
  const isNew =
    user !== null &&
    !isClosed &&
    user.role !== 'admin' &&
    (user.postCount === 0 || begunBy === String(user.id)) &&
    openedAt - Date.parse(user.joinedAt) < NEW_MS
  const parts = useOnDemand(newcomer, isNew)
  if (!isNew) return null
  return (
    <div className="newcomer-place">
      {parts ? (
        <parts.Newcomer
          user={user}
          boards={boards}
          onDone={rememberDone}
          onClose={() => {
            rememberDone()
            setIsClosed(true)
          }}
        />
      ) : (
        <Skeleton>
          <Bone width="10em" />
        </Skeleton>
      )}
    </div>
  )
}

const firstHour = onDemand(() => import('./FirstHour'))

/** Greets the founder of a forum with hardly any posts, until all steps are done or they close it. */
function FirstHourPlace() {
  const isAdmin = useSession().user?.role === 'admin'
  const parts = useOnDemand(firstHour, isAdmin)
  return isAdmin && parts && <parts.FirstHourPlace />
}

function Sections({ boards }: { boards: Board[] }) {
  const categories = useCategories()
  const names = categories.data ?? NO_CATEGORIES
  const sections = useMemo(() => homeSections(withoutHidden(boards), names), [boards, names])
  const news = useBoardsWithNews()
  if (categories.status === 'loading') return <HomeSkeleton />
  if (sections.length === 0)
    return <EmptyState icon={<LayoutList aria-hidden />} title={commonText('noBoards')} />
  return sections.map((section) => <Section key={section.key} section={section} news={news} />)
}

function Section({ section, news }: { section: HomeSection; news: ReadonlySet<number> }) {
  const { key, title, boardId, slug, boards } = section
  return (
    <section className="home-section" aria-labelledby={key}>
      <SectionHeading
        id={key}
        {...(boardId === null ? {} : { to: `/boards/${boardId}` })}
        more={
          <Link to={`/category/${encodeURIComponent(slug)}`} aria-label={homeText('moreOf', { name: title })}>
            {commonText('more')} ›
          </Link>
        }
      >
        {title}
      </SectionHeading>
      <ul className="home-boards">
        {boards.map((board) => (
          <BoardEntry key={board.id} board={board} hasNews={news.has(board.id)} />
        ))}
      </ul>
    </section>
  )
}

function BoardEntry({ board, hasNews }: { board: Board; hasNews: boolean }) {
  return (
    <li>
      <Link to={`/boards/${board.id}`} className="home-board" title={board.displayDescription}>
        <BoardMark board={board} />
        <span className="home-board-name one-line">{board.displayName}</span>
        {hasNews && <BoardNews />}
        {board.todayCount > 0 && (
          <span className="home-board-today soft num">
            <GlowOnChange value={board.todayCount}>
              {commonText('today', { count: board.todayCount })}
            </GlowOnChange>
          </span>
        )}
      </Link>
    </li>
  )
}

function HomeSkeleton() {
  return (
    <Skeleton>
      {rows(4, (section) => (
        <div key={section} className="home-section">
          <SectionHeading>
            <Bone width="5em" />
          </SectionHeading>
          <ul className="home-boards">
            {rows(3, (board) => (
              <li key={board} className="home-board">
                <Bone width={`${6 + ((board * 3 + section) % 5)}em`} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Skeleton>
  )
}
