import { type ThreadInList } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { ThreadTags, walkable } from '../../ui'
import { useSession } from '../auth'
import { latestText } from './latest.texts'
import { unreadOf } from './unread'

/**
 * The title of a thread in a list, which leads to the first unread post of a thread that the reader has begun, and to the
 * beginning of any other.
 */
export function ThreadTitle({
  thread,
  tags = thread,
  className,
}: {
  thread: Pick<ThreadInList, 'id' | 'title' | 'viewer' | 'lastPostAt' | TagName>
  /** The tags to show, if not those of the thread; null for none. */
  tags?: Pick<ThreadInList, TagName> | null
  className: string
}) {
  const { id, title } = thread
  const isBegun = unreadOf(thread, useSession().user) === 'some'
  return (
    <>
      {tags && <ThreadTags thread={tags} />}
      <Link
        {...walkable}
        tabIndex={0}
        to={isBegun ? `/threads/${id}/page/unread` : `/threads/${id}`}
        className={`row-link ${className}`}
        title={title}
      >
        {title}
      </Link>
    </>
  )
}

/** Leads to the first unread post of a thread and says how many there are. Renders nothing if there are none. */
export function UnreadLink({
  thread,
  className,
}: {
  thread: Pick<ThreadInList, 'id' | 'viewer' | 'lastPostAt'>
  className: string
}) {
  const unread = unreadOf(thread, useSession().user)
  if (unread === 'none') return null
  return (
    <Link to={`/threads/${thread.id}/page/unread`} className={`${className} live num`}>
      {unread === 'all'
        ? latestText('new')
        : latestText('unreadCount', { count: thread.viewer?.unreadCount ?? 0 })}{' '}
      ›
    </Link>
  )
}

type TagName = 'isPinned' | 'isFeatured' | 'isLocked' | 'isDeleted'
