import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type Post } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { commonText } from '../../lib/i18n'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import { Bone, Button, ErrorState, RelativeTime, rows, SectionHeading, Skeleton, walkable } from '../../ui'
import { ThreadTitle } from '../boards'
import { threadCopySlice } from '../thread-copy'
import { memberReplies, memberThreads } from './lists'
import { memberText } from './member.texts'
import { membersSlice } from './members.slice'

/** Number of characters shown of a reply. */
const REPLY_LENGTH = 200

/** The latest threads and replies of a member. */
export function MemberActivity({ userId }: { userId: number }) {
  return (
    <>
      <Threads userId={userId} />
      <Replies userId={userId} />
    </>
  )
}

type More = ReturnType<typeof useList>['more']

function MoreButton({ more, what }: { more: More; what: string }) {
  if (!more) return null
  return (
    <p className="activity-more">
      <Button
        size="small"
        busy={more.isLoading}
        aria-label={`${commonText('loadMore')}：${what}`}
        onClick={more.load}
      >
        {more.isLoading ? commonText('loading') : commonText('loadMore')}
      </Button>
    </p>
  )
}

function ActivitySkeleton() {
  return (
    <Skeleton>
      <ul className="activity">
        {rows(3, (index) => (
          <li key={index} className="activity-item">
            <Bone width={`${45 + ((index * 17) % 40)}%`} />
            <Bone width="9em" height="0.8em" />
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}

function Threads({ userId }: { userId: number }) {
  const shown = useList(useMemo(() => memberThreads(userId), [userId]))
  const threads = useForum((read) => read(threadCopySlice).threads)
  return (
    <Part
      id="member-threads"
      title={memberText('recentThreads')}
      none={memberText('noThreads')}
      shown={shown}
      items={shown.list?.ids.flatMap((id) => threads[id] ?? [])}
    >
      {(thread) => (
        <li key={thread.id} className="activity-item">
          <div className="row-title">
            <ThreadTitle thread={thread} className="activity-link" />
          </div>
          <span className="activity-facts num">
            <RelativeTime at={thread.createdAt} />
            <span>{thread.board.displayName}</span>
            <span>{memberText('replies', { count: thread.replyCount })}</span>
          </span>
        </li>
      )}
    </Part>
  )
}

function Replies({ userId }: { userId: number }) {
  const shown = useList(useMemo(() => memberReplies(userId), [userId]))
  const replies = useForum((read) => read(membersSlice).repliesOfMembers)
  return (
    <Part
      id="member-replies"
      title={memberText('recentReplies')}
      none={memberText('noReplies')}
      shown={shown}
      items={shown.list?.ids.flatMap((id) => replies[id] ?? [])}
    >
      {(post) => <Reply key={post.id} post={post} />}
    </Part>
  )
}

/** A list of what a member wrote, under its heading. */
function Part<Item>({
  id,
  title,
  none,
  shown,
  items,
  children,
}: {
  id: string
  title: string
  none: string
  shown: ReturnType<typeof useList>
  items: Item[] | undefined
  children: (item: Item) => ReactNode
}) {
  const loaded = loadedList(shown, items)
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{title}</SectionHeading>
      {loaded.status === 'loading' && <ActivitySkeleton />}
      {loaded.status === 'error' && (
        <ErrorState
          title={memberText('activityFailed')}
          cause={loaded.error.message}
          onRetry={loaded.reload}
        />
      )}
      {loaded.status === 'ready' && loaded.data.length === 0 && <p className="activity-none">{none}</p>}
      {loaded.status === 'ready' && loaded.data.length > 0 && (
        <ul className="activity">{loaded.data.map(children)}</ul>
      )}
      <MoreButton more={shown.more} what={title} />
    </section>
  )
}

function Reply({ post }: { post: Post }) {
  return (
    <li className="activity-item">
      <div className="row-title">
        <Link
          {...walkable}
          tabIndex={0}
          to={`/posts/${post.id}`}
          className="row-link activity-link"
          title={post.thread?.title}
        >
          {post.thread?.title ?? memberText('unknown')}
        </Link>
      </div>
      <p className="activity-text">{excerpt(post.content, REPLY_LENGTH)}</p>
      <span className="activity-facts num">
        <RelativeTime at={post.createdAt} />
      </span>
    </li>
  )
}
