import { type CurrentUser } from '@forum/shared/contract'
import { HOME_ROWS_PER_AUTHOR } from '@forum/shared/limits'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import {
  Avatar,
  Bone,
  ButtonLink,
  classNames,
  Count,
  EmptyState,
  GlowOnChange,
  RelativeTime,
  RowBones,
  Skeleton,
  toast,
  useAction,
  useBusy,
} from '../ui'
import { Inbox } from '../ui/icons'
import { useSession } from '../state/session'
import { UnreadBadge } from '../state/unread'
import { loadList, WhenLoaded } from '../resource'
import { forum } from '../store'
import { type ThreadRow } from '../state/thread-copy'
import { boardText } from './board.texts'
import { latestText } from './latest.texts'
import { LATEST_KINDS, type LatestKind, watchedNews } from './lists'
import { ListNews } from './ListNews'
import { BoardLink, ThreadEntry } from './ThreadEntry'
import { useLatestThreads, useWatchedNews } from './use-boards'
import { markThreadsRead, setDensity } from './boards.actions'
import { WriteButton } from './WriteButton'
import './latest-threads.css'

/** Switching tabs does not count as opening another page. */
const KEEPS_SCROLL = { keepsScroll: true }

/** Lists that depend on the member; visitors do not see them. */
const OF_MEMBERS: readonly LatestKind[] = ['followed', 'watched', 'unread']

/** Lists that have a tab only where there is room for them, or while they are shown. */
const FURTHER: readonly LatestKind[] = ['featured', 'open']

/** Returns the list given by `?list=`; visitors see the first in place of those of members. */
export function useLatestKind(list: string | null): LatestKind {
  const { user } = useSession()
  const kind = LATEST_KINDS.find((one) => one === list) ?? 'replies'
  return user === null && OF_MEMBERS.includes(kind) ? 'replies' : kind
}

/**
 * The newest threads of the whole forum, with unread markers, under tabs that link to `path`. Rows change in place;
 * moved rows stay put until the reader reloads the list.
 */
export function LatestThreads({
  path,
  list,
  page = 1,
  pager,
  line,
}: {
  path: '/' | '/latest'
  list: string | null
  page?: number
  /** Renders links to all pages; without it only the first is shown, with a link to the rest. */
  pager?: (totalPages: number, hrefFor: (page: number) => string) => ReactNode
  /** Shown above the list while nothing is new. */
  line?: ReactNode
}) {
  const { user } = useSession()
  const kind = useLatestKind(list)
  // The whole list has a page of its own.
  const isSpread = pager === undefined && !OF_MEMBERS.includes(kind)
  const loaded = useLatestThreads(kind, page, isSpread)
  useBusy(loaded.status === 'loading')
  return (
    <section
      className={classNames('latest', user?.density === 'dense' && 'dense')}
      aria-label={latestText(kind)}
    >
      <div className="latest-top">
        <nav className="latest-tabs" aria-label={latestText('tabs')}>
          {LATEST_KINDS.filter(
            (one) =>
              (user !== null || !OF_MEMBERS.includes(one)) &&
              (pager || one === kind || !FURTHER.includes(one)),
          ).map((one) => (
            <Link
              key={one}
              to={one === 'replies' ? path : `${path}?list=${one}`}
              replace
              state={KEEPS_SCROLL}
              aria-current={one === kind ? 'page' : undefined}
            >
              {latestText(one)}
              {one === 'watched' && <WatchedNews />}
            </Link>
          ))}
        </nav>
        {user !== null && <MarkAllRead onDone={loaded.reload} />}
        {user !== null && <DensitySwitch density={user.density} />}
        <WriteButton />
      </div>
      <WhenLoaded loaded={loaded} skeleton={<LatestSkeleton />} failed={commonText('loadFailed')}>
        {({ threads, updates, pagination }) => (
          <>
            <ListNews updates={updates}>{line}</ListNews>
            {threads.length > 0 ? (
              <ul>
                {threads.map((thread) => (
                  <LatestEntry key={thread.id} thread={thread} isByStart={kind === 'created'} />
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={<Inbox aria-hidden />}
                title={page > 1 ? boardText('pastEnd') : latestText(`none.${kind}`)}
                {...(page === 1 && (kind === 'followed' || kind === 'watched')
                  ? { text: latestText(`fill.${kind}`) }
                  : {})}
              >
                {page > 1 && <ButtonLink to={path}>{boardText('toFirstPage')}</ButtonLink>}
              </EmptyState>
            )}
            {pager
              ? pager(pagination.totalPages, (to) => hrefOf(kind, to))
              : (pagination.hasNext || (isSpread && isSomeLeftOut(threads))) && (
                  <Link to={hrefOf(kind, isSpread && isSomeLeftOut(threads) ? 1 : 2)} className="latest-more">
                    {latestText('more')} ›
                  </Link>
                )}
          </>
        )}
      </WhenLoaded>
    </section>
  )
}

/** Returns whether threads may be missing from the home page, which limits the rows per author. */
const isSomeLeftOut = (threads: readonly ThreadRow[]): boolean =>
  threads.some(
    ({ userId }) => threads.filter((other) => other.userId === userId).length === HOME_ROWS_PER_AUTHOR,
  )

/** Shows how many watched threads have unread posts, beside the name of their tab. */
function WatchedNews() {
  const count = useWatchedNews()
  if (count === 0) return null
  return (
    <>
      {' '}
      <UnreadBadge count={count} label={latestText('watchedNews', { count })} />
    </>
  )
}

/** Makes lists of threads dense or normal, in every browser of the account. */
function DensitySwitch({ density }: { density: CurrentUser['density'] }) {
  const isDense = density === 'dense'
  const change = async () => {
    const result = await setDensity(forum, isDense ? 'normal' : 'dense')
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <button type="button" className="latest-density" aria-pressed={isDense} onClick={() => void change()}>
      {latestText('dense')}
    </button>
  )
}

function MarkAllRead({ onDone }: { onDone: () => void }) {
  const { isBusy, run } = useAction(
    () => markThreadsRead(forum),
    () => {
      toast.success(latestText('markedAllRead'))
      onDone()
      void loadList(forum, watchedNews)
    },
  )
  return (
    <button type="button" className="latest-mark" disabled={isBusy} onClick={run}>
      {latestText('markAllRead')}
    </button>
  )
}

function hrefOf(kind: LatestKind, page: number): string {
  const query = new URLSearchParams({
    ...(kind === 'replies' ? {} : { list: kind }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return query.size === 0 ? '/latest' : `/latest?${query.toString()}`
}

function LatestEntry({ thread, isByStart }: { thread: ThreadRow; isByStart: boolean }) {
  const { author, createdAt, lastPostUser, lastPostAt, replyCount } = thread
  const at = isByStart ? createdAt : lastPostAt
  const isStart = isByStart || replyCount === 0
  return (
    <ThreadEntry
      thread={thread}
      // A thread is pinned in its board only.
      tags={{ ...thread, isPinned: false }}
      isGone={thread.isDeleted}
      className={thread.picture === null ? '' : 'latest-pictured'}
      lead={<Avatar user={isByStart ? author : lastPostUser} size="small" />}
      news="beside"
      meta={
        <>
          {!isStart && <b className="latest-who one-line">{lastPostUser.displayName}</b>}
          {isStart && (
            <b className="latest-who one-line">{latestText('started', { name: author.displayName })}</b>
          )}
          <span className="latest-when num">
            <GlowOnChange value={at}>
              <RelativeTime at={at} />
            </GlowOnChange>
          </span>
          <BoardLink thread={thread} />
          {!isStart && (
            <span className="latest-starter one-line">
              {latestText('started', { name: author.displayName })}
            </span>
          )}
        </>
      }
    >
      {thread.picture !== null && (
        <img className="latest-picture" src={thread.picture} width="64" height="46" alt="" loading="lazy" />
      )}
      <span className="latest-replies num">
        <GlowOnChange value={replyCount}>
          <Count value={replyCount} /> {latestText('repliesUnit')}
        </GlowOnChange>
      </span>
    </ThreadEntry>
  )
}

function LatestSkeleton() {
  return (
    <Skeleton>
      <div className="list-news" />
      <ul>
        <RowBones count={12} lead={<span className="avatar avatar-small" />} meta={<Bone width="14em" />}>
          <span className="latest-replies num">
            <Bone width="2.5em" />
          </span>
        </RowBones>
      </ul>
    </Skeleton>
  )
}
