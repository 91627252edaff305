import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type Post } from '@forum/shared/contract'
import { excerpt } from '@forum/shared/markup'
import { commonText } from '../../lib/i18n'
import { type ShownItems, type ShownList, useItems, WhenLoaded } from '../../resource'
import { useForum } from '../../store'
import { Bone, Button, RelativeTime, Row, RowBones, SectionHeading, Skeleton, walkable } from '../../ui'
import { ThreadEntry } from '../../boards'
import { threadCopySlice } from '../../state/thread-copy'
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

type More = ShownList['more']

function MoreButton({ more, label }: { more: More; label: string }) {
  if (!more) return null
  return (
    <p className="activity-more">
      <Button
        size="small"
        busy={more.isLoading}
        aria-label={`${commonText('loadMore')}：${label}`}
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
        <RowBones count={3} meta={<Bone width="9em" />} />
      </ul>
    </Skeleton>
  )
}

function Threads({ userId }: { userId: number }) {
  const list = useMemo(() => memberThreads(userId), [userId])
  return (
    <ActivityList
      id="member-threads"
      title={memberText('recentThreads')}
      none={memberText('noThreads')}
      shown={useItems(
        list,
        useForum((read) => read(threadCopySlice).threads),
      )}
    >
      {(thread) => (
        <ThreadEntry
          key={thread.id}
          thread={thread}
          meta={
            <>
              <RelativeTime at={thread.createdAt} />
              <span>{thread.board.displayName}</span>
              <span className="num">{memberText('replies', { count: thread.replyCount })}</span>
            </>
          }
        />
      )}
    </ActivityList>
  )
}

function Replies({ userId }: { userId: number }) {
  const list = useMemo(() => memberReplies(userId), [userId])
  return (
    <ActivityList
      id="member-replies"
      title={memberText('recentReplies')}
      none={memberText('noReplies')}
      shown={useItems(
        list,
        useForum((read) => read(membersSlice).repliesOfMembers),
      )}
    >
      {(post) => <Reply key={post.id} post={post} />}
    </ActivityList>
  )
}

/** A list of a member's threads or replies, under its heading. */
function ActivityList<Item>({
  id,
  title,
  none,
  shown: { loaded, more },
  children,
}: {
  id: string
  title: string
  none: string
  shown: ShownItems<Item>
  children: (item: Item) => ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{title}</SectionHeading>
      <WhenLoaded loaded={loaded} skeleton={<ActivitySkeleton />} failed={memberText('activityFailed')}>
        {(items) =>
          items.length === 0 ? (
            <p className="activity-none">{none}</p>
          ) : (
            <ul className="activity">{items.map(children)}</ul>
          )
        }
      </WhenLoaded>
      <MoreButton more={more} label={title} />
    </section>
  )
}

function Reply({ post }: { post: Post }) {
  return (
    <Row
      title={
        <Link
          {...walkable}
          tabIndex={0}
          to={`/posts/${post.id}`}
          className="row-link"
          title={post.thread?.title}
        >
          {post.thread?.title ?? memberText('unknown')}
        </Link>
      }
    >
      <p className="activity-text">{excerpt(post.content, REPLY_LENGTH)}</p>
      <span className="meta">
        <RelativeTime at={post.createdAt} />
      </span>
    </Row>
  )
}
