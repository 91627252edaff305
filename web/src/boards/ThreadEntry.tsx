import { type ThreadInList } from '@forum/shared/contract'
import { type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames, Row, ThreadTags, walkable } from '../ui'
import { useSession } from '../state/session'
import { type ThreadRow } from '../state/thread-copy'
import { latestText } from './latest.texts'
import { TypeMark } from './TypeMark'
import { unreadOf } from './unread'
import './thread-entry.css'

/**
 * A thread in a list. Its title leads to the first unread post of a thread that the reader has begun, and to the
 * beginning of any other. The list says what else the row shows, and lays it out.
 */
export function ThreadEntry({
  thread,
  tags = thread,
  isGone = false,
  news,
  className,
  ...boxes
}: Omit<ComponentProps<typeof Row>, 'title' | 'news'> & {
  thread: ThreadRow
  /** The tags to show, if not those of the thread; null for none. */
  tags?: Pick<ThreadInList, 'isPinned' | 'isFeatured' | 'isLocked' | 'isDeleted'> | null
  /** True if the title is struck through. */
  isGone?: boolean
  /** Where the row says what is unread; omitted in lists that do not. */
  news?: 'in-title' | 'beside'
}) {
  const { id, title } = thread
  const unread = unreadOf(thread, useSession().user)
  const shown = news === undefined ? 'none' : unread
  const link = shown !== 'none' && (
    <Link to={`/threads/${id}/page/unread`} className="thread-news live num">
      {shown === 'all'
        ? latestText('new')
        : latestText('unreadCount', { count: thread.viewer?.unreadCount ?? 0 })}{' '}
      ›
    </Link>
  )
  return (
    <Row
      {...boxes}
      className={classNames(
        'thread',
        shown !== 'none' && 'thread-unread',
        isGone && 'thread-gone',
        className,
      )}
      title={
        <>
          <span className="thread-words">
            {tags && <ThreadTags thread={tags} />}
            <TypeMark thread={thread} />
            <Link
              {...walkable}
              tabIndex={0}
              to={unread === 'some' ? `/threads/${id}/page/unread` : `/threads/${id}`}
              className="row-link thread-link"
              title={title}
            >
              {title}
            </Link>
            {thread.isQuestion && (
              <span className="thread-mark">{latestText(thread.answerId === null ? 'open' : 'solved')}</span>
            )}
            {thread.poll && <span className="thread-mark">{latestText('poll')}</span>}
          </span>
          {news === 'in-title' && link && <>&ensp;{link}</>}
        </>
      }
      news={news === 'beside' && link}
    />
  )
}

/** Leads from a thread in a list to its board. */
export function BoardLink({ thread, children }: { thread: ThreadRow; children?: ReactNode }) {
  return (
    <Link to={`/boards/${thread.boardId}`} className="thread-board">
      {children ?? thread.board.displayName}
    </Link>
  )
}
