import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { type ListUpdates } from '../resource'
import { useForum } from '../store'
import {
  Avatar,
  Bone,
  classNames,
  Count,
  GlowOnChange,
  RelativeTime,
  RowBones,
  Skeleton,
  VisuallyHidden,
} from '../ui'
import { CornerDownRight } from '../ui/icons'
import { useSession } from '../state/session'
import { boardText } from './board.texts'
import { type ThreadRow } from '../state/thread-copy'
import { deletionsSlice } from '../state/deletions'
import { ListNews } from './ListNews'
import { BoardLink, ThreadEntry } from './ThreadEntry'
import './thread-list.css'

/** A moderator's selection in a list of threads. */
export interface Choice {
  ids: ReadonlySet<number>
  /** Selects a thread, or deselects it; with `isRange`, all threads since the last one. */
  toggle: (id: number, isRange: boolean) => void
  /** The errors of single threads, by id. */
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
  /** The board of the list: a thread that leaves it is marked. */
  boardId?: number | null
  /** Names each thread's board, where several are mixed. */
  showBoard?: boolean
  /** Pressing a row selects it, while a moderator selects several. */
  choice?: Choice | undefined
}) {
  return (
    <Table
      head={
        <ListNews updates={updates}>
          <TableHead />
        </ListNews>
      }
      isChoosing={choice !== undefined}
    >
      {threads.map((thread) => (
        <Entry
          key={thread.id}
          thread={thread}
          showBoard={showBoard}
          hasLeft={boardId !== null && thread.boardId !== boardId}
          choice={choice}
        />
      ))}
    </Table>
  )
}

function Table({
  head,
  isChoosing = false,
  children,
}: {
  head: ReactNode
  isChoosing?: boolean
  children: ReactNode
}) {
  const isDense = useSession().user?.density === 'dense'
  return (
    <div className={classNames('threads', isDense && 'dense', isChoosing && 'threads-choosing')}>
      {head}
      <ul>{children}</ul>
    </div>
  )
}

function TableHead() {
  return (
    <div className="threads-head" aria-hidden>
      <span>{boardText('thread')}</span>
      <span className="threads-number">{commonText('replies')}</span>
      <span className="threads-number">{commonText('views')}</span>
      <span>{boardText('lastPost')}</span>
    </div>
  )
}

function Entry({
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
  const isChosen = choice?.ids.has(id) ?? false
  return (
    <ThreadEntry
      thread={thread}
      tags={{ ...thread, isDeleted: isGone }}
      isGone={isGone}
      news="in-title"
      className={classNames(hasLeft && 'thread-moved', isChosen && 'thread-chosen')}
      lead={
        choice && (
          <label className="thread-choice">
            <input
              type="checkbox"
              aria-label={boardText('choose', { title })}
              checked={isChosen}
              onChange={({ nativeEvent }) => {
                choice.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }}
            />
          </label>
        )
      }
      meta={
        <>
          {choice?.failures[id] !== undefined && (
            <span className="thread-failure">{choice.failures[id]}</span>
          )}
          {hasLeft && !isGone && (
            <BoardLink thread={thread}>
              {thread.board.id === thread.boardId
                ? boardText('movedTo', { board: thread.board.displayName })
                : boardText('movedAway')}
            </BoardLink>
          )}
          {showBoard && <BoardLink thread={thread} />}
          <span className="one-line">
            <VisuallyHidden>{boardText('starter')} </VisuallyHidden>
            {author.displayName}
          </span>
          <RelativeTime at={createdAt} />
        </>
      }
    >
      {thread.picture !== null && (
        <img className="thread-picture" src={thread.picture} width="64" height="46" alt="" loading="lazy" />
      )}
      <Columns
        replies={
          <>
            <GlowOnChange value={replyCount}>
              <Count value={replyCount} />
            </GlowOnChange>
            <span className="thread-label"> {commonText('replies')}</span>
          </>
        }
        views={
          <>
            <Count value={viewCount} />
            <span className="thread-label"> {commonText('views')}</span>
          </>
        }
        last={
          <>
            <VisuallyHidden>{boardText('lastPost')} </VisuallyHidden>
            <CornerDownRight className="thread-arrow" aria-hidden />
            <Avatar user={lastPostUser} size="small" />
            <span className="one-line">{lastPostUser.displayName}</span>
            <Link to={`/threads/${id}/page/${thread.totalPages}`} className="thread-when">
              <GlowOnChange value={lastPostAt}>
                <RelativeTime at={lastPostAt} />
              </GlowOnChange>
            </Link>
          </>
        }
      />
    </ThreadEntry>
  )
}

function Columns({ replies, views, last }: Record<'replies' | 'views' | 'last', ReactNode>) {
  return (
    <>
      <span className="threads-number thread-replies">{replies}</span>
      <span className="threads-number thread-views">{views}</span>
      <div className="thread-last">{last}</div>
    </>
  )
}

/** The rows while they load. */
export function ThreadListSkeleton() {
  return (
    <Skeleton>
      <Table
        head={
          <div className="list-news">
            <TableHead />
          </div>
        }
      >
        <RowBones count={12} meta={<Bone width="9em" />}>
          <Columns
            replies={<Bone width="2em" />}
            views={<Bone width="2.5em" />}
            last={
              <>
                <span className="avatar avatar-small" />
                <Bone width="5em" />
                <span className="thread-when">
                  <Bone width="4em" />
                </span>
              </>
            }
          />
        </RowBones>
      </Table>
    </Skeleton>
  )
}
