import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { type ListUpdates } from '../../resource'
import { useForum } from '../../store'
import { Bone, classNames, Count, GlowOnChange, RelativeTime, rows, Skeleton, VisuallyHidden } from '../../ui'
import { CornerDownRight } from '../../ui/icons'
import { useSession } from '../auth'
import { boardText } from './board.texts'
import { type ThreadRow } from '../thread-copy'
import { deletionsSlice } from '../deletions'
import { ListNews } from './ListNews'
import { ThreadTitle, UnreadLink } from './ThreadTitle'
import { unreadOf } from './unread'
import './thread-list.css'

/** What a moderator has chosen in a list of threads. */
export interface Choice {
  ids: ReadonlySet<number>
  /** Chooses a thread, or no longer; with `isRange` all from the last one on. */
  toggle: (id: number, isRange: boolean) => void
  /** What went wrong with single threads, by id. */
  failures: Readonly<Record<number, string>>
}

/**
 * A page of threads. Its rows change in place; the line above them says what moved meanwhile. Nothing is inserted or
 * reordered until the reader presses its button (docs/live.md).
 */
export function ThreadList({
  threads,
  updates,
  boardId = null,
  showBoard = false,
  choice,
}: {
  threads: readonly ThreadRow[]
  updates: ListUpdates
  /** The board whose threads these are: a thread that leaves it is marked. */
  boardId?: number | null
  /** Names each thread's board, where several are mixed. */
  showBoard?: boolean
  /** Pressing a row chooses it, while a moderator selects several. */
  choice?: Choice | undefined
}) {
  const isDense = useSession().user?.density === 'dense'
  return (
    <div className={classNames('threads', isDense && 'dense', choice && 'threads-choosing')}>
      <ListNews updates={updates}>
        <ThreadsHead />
      </ListNews>
      <ul>
        {threads.map((thread) => (
          <ThreadEntry
            key={thread.id}
            thread={thread}
            showBoard={showBoard}
            hasLeft={boardId !== null && thread.boardId !== boardId}
            choice={choice}
          />
        ))}
      </ul>
    </div>
  )
}

function ThreadsHead() {
  return (
    <div className="threads-head" aria-hidden>
      <span>{boardText('thread')}</span>
      <span className="threads-number">{commonText('replies')}</span>
      <span className="threads-number">{commonText('views')}</span>
      <span>{boardText('lastPost')}</span>
    </div>
  )
}

function ThreadEntry({
  thread,
  showBoard,
  hasLeft,
  choice,
}: {
  thread: ThreadRow
  showBoard: boolean
  hasLeft: boolean
  choice: Choice | undefined
}) {
  const isLeaving = useForum((read) => read(deletionsSlice)[`thread:${thread.id}`] ?? false)
  const isGone = thread.isDeleted || isLeaving
  const { id, title, author, createdAt, lastPostUser, lastPostAt, replyCount, viewCount } = thread
  const unread = unreadOf(thread, useSession().user)
  return (
    <ThreadBoxes
      className={classNames(
        isGone && 'thread-gone',
        hasLeft && 'thread-moved',
        unread !== 'none' && 'thread-unread',
        choice?.ids.has(id) && 'thread-chosen',
      )}
      choice={
        choice && (
          <label className="thread-choice">
            <input
              type="checkbox"
              aria-label={boardText('choose', { title })}
              checked={choice.ids.has(id)}
              onChange={({ nativeEvent }) => {
                choice.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }}
            />
          </label>
        )
      }
      title={
        <>
          <ThreadTitle thread={thread} tags={{ ...thread, isDeleted: isGone }} className="thread-link" />
          {unread !== 'none' && '\u2002'}
          <UnreadLink thread={thread} className="thread-new" />
        </>
      }
      meta={
        <>
          {choice?.failures[id] !== undefined && (
            <span className="thread-failure">{choice.failures[id]}</span>
          )}
          {hasLeft && !isGone && (
            <Link to={`/boards/${thread.boardId}`} className="thread-board">
              {thread.board.id === thread.boardId
                ? boardText('movedTo', { board: thread.board.displayName })
                : boardText('movedAway')}
            </Link>
          )}
          {showBoard && (
            <Link to={`/boards/${thread.boardId}`} className="thread-board">
              {thread.board.displayName}
            </Link>
          )}
          <span className="one-line">
            <VisuallyHidden>{boardText('starter')} </VisuallyHidden>
            {author.displayName}
          </span>
          <RelativeTime at={createdAt} />
        </>
      }
      replies={
        <>
          <span className="thread-label">{commonText('replies')} </span>
          <GlowOnChange of={replyCount}>
            <Count value={replyCount} />
          </GlowOnChange>
        </>
      }
      views={
        <>
          <span className="thread-label">{commonText('views')} </span>
          <Count value={viewCount} />
        </>
      }
      last={
        <>
          <VisuallyHidden>{boardText('lastPost')} </VisuallyHidden>
          <CornerDownRight className="thread-arrow" aria-hidden />
          <span className="one-line">{lastPostUser.displayName}</span>
          <Link to={`/threads/${id}/page/${thread.totalPages}`} className="thread-when">
            <GlowOnChange of={lastPostAt}>
              <RelativeTime at={lastPostAt} />
            </GlowOnChange>
          </Link>
        </>
      }
    />
  )
}

/** The boxes of a row, for a thread and while it loads. */
function ThreadBoxes({
  className,
  choice,
  title,
  meta,
  replies,
  views,
  last,
}: { className?: string; choice?: ReactNode } & Record<
  'title' | 'meta' | 'replies' | 'views' | 'last',
  ReactNode
>) {
  return (
    <li className={classNames('thread', className)}>
      {choice}
      <div className="thread-what">
        <div className="row-title">{title}</div>
        <div className="thread-meta">{meta}</div>
      </div>
      <span className="threads-number thread-replies">{replies}</span>
      <span className="threads-number thread-views">{views}</span>
      <div className="thread-last">{last}</div>
    </li>
  )
}

/** The rows while they load. */
export function ThreadListSkeleton() {
  return (
    <Skeleton>
      <div className="threads">
        <div className="list-news">
          <div className="threads-head">
            <span>
              <Bone width="3em" />
            </span>
          </div>
        </div>
        <ul>
          {rows(12, (index) => (
            <ThreadBoxes
              key={index}
              title={<Bone width={`${40 + ((index * 23) % 45)}%`} />}
              meta={<Bone width="9em" />}
              replies={<Bone width="2em" />}
              views={<Bone width="2.5em" />}
              last={
                <>
                  <span>
                    <Bone width="5em" />
                  </span>
                  <span className="thread-when">
                    <Bone width="4em" />
                  </span>
                </>
              }
            />
          ))}
        </ul>
      </div>
    </Skeleton>
  )
}
