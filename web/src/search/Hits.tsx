import { type MemberHit, type PostHit, type ThreadHit } from '@forum/shared/contract'
import { formatCount } from '@forum/shared/text'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  Avatar,
  Bone,
  RelativeTime,
  RoleTags,
  rows,
  Skeleton,
  Tag,
  ThreadTags,
  walkable,
  MemberLink,
} from '../ui'
import { EyeOff } from '../ui/icons'
import { useForum } from '../store'
import { isBoardHidden } from '../state/board-copy'
import { Marked } from './Marked'
import { searchText } from './search.texts'

export function ThreadHits({ hits }: { hits: readonly ThreadHit[] }) {
  return (
    <ul>
      {hits.map((thread) => (
        <HitBoxes
          key={thread.id}
          title={
            <>
              <ThreadTags thread={thread} />
              <Link
                {...walkable}
                tabIndex={0}
                // Readers who have begun the thread continue there.
                to={
                  (thread.viewer?.lastReadNumber ?? 0) > 0
                    ? `/threads/${thread.id}/page/unread`
                    : `/threads/${thread.id}`
                }
                className="row-link hit-link"
              >
                <Marked text={thread.title} highlights={thread.highlights} />
              </Link>
            </>
          }
          snippet={<Marked text={thread.snippet} highlights={thread.highlights} isSnippet />}
          facts={
            <>
              <Link to={`/boards/${thread.boardId}`} className="hit-board">
                {thread.board.displayName}
              </Link>
              <HiddenBoardMark boardId={thread.boardId} />
              <span className="one-line">{searchText('startedBy', { name: thread.author.displayName })}</span>
              <RelativeTime at={thread.createdAt} />
              <span className="hit-count num">{searchText('replies', { count: thread.replyCount })}</span>
            </>
          }
        />
      ))}
    </ul>
  )
}

/** Skeleton of found threads. */
export function ThreadHitBones() {
  return (
    <Skeleton>
      <ul className="results-skeleton">
        {rows(8, (index) => (
          <HitBoxes
            key={index}
            title={<Bone width={`${40 + ((index * 23) % 35)}%`} />}
            snippet={
              <>
                <Bone />
                <Bone width={`${50 + ((index * 17) % 40)}%`} />
              </>
            }
            facts={<Bone width="12em" />}
          />
        ))}
      </ul>
    </Skeleton>
  )
}

/** Marks a board that the reader has hidden: a search still finds its content. */
function HiddenBoardMark({ boardId }: { boardId: number }) {
  const isHidden = useForum((read) => isBoardHidden(read, boardId))
  if (!isHidden) return null
  return (
    <Tag tone="faint" icon={<EyeOff aria-hidden />}>
      {searchText('hiddenBoard')}
    </Tag>
  )
}

function HitBoxes({ title, snippet, facts }: { title: ReactNode; snippet: ReactNode; facts: ReactNode }) {
  return (
    <li className="hit">
      <div className="row-title hit-title">{title}</div>
      <p className="hit-snippet soft">{snippet}</p>
      <p className="hit-facts meta">{facts}</p>
    </li>
  )
}

export function PostHits({ hits }: { hits: readonly PostHit[] }) {
  return (
    <ul>
      {hits.map((post) => (
        <li key={post.id} className="hit hit-post">
          <Avatar user={post.author} size="small" />
          <p className="hit-by small faint">
            <MemberLink member={post.author} className="hit-author one-line">
              {post.author.displayName}
            </MemberLink>
            <RoleTags role={post.author.role} status={post.author.status} />
            <RelativeTime at={post.createdAt} />
          </p>
          <p className="hit-snippet">
            <Marked text={post.snippet} highlights={post.highlights} isSnippet />
          </p>
          <p className="hit-source small faint">
            <Link {...walkable} tabIndex={0} to={`/posts/${post.id}`} className="row-link hit-link">
              <span className="one-line">{searchText('place', { title: post.thread.title })}</span>
              <span className="link num">{searchText('number', { number: post.number })} ›</span>
            </Link>
            <HiddenBoardMark boardId={post.thread.boardId} />
          </p>
        </li>
      ))}
    </ul>
  )
}

export function MemberHits({ hits }: { hits: readonly MemberHit[] }) {
  return (
    <ul className="member-hits">
      {hits.map((member) => (
        <li key={member.id} className="hit member-hit">
          <Avatar user={member} />
          <Link
            {...walkable}
            tabIndex={0}
            to={`/users/${member.id}`}
            className="row-link member-hit-name one-line"
          >
            <Marked text={member.displayName} highlights={member.highlights} wholeWords={false} />
          </Link>
          <span className="small faint one-line num">
            <Marked text={member.username} highlights={member.highlights} wholeWords={false} /> ·{' '}
            {searchText('postCount', { count: formatCount(member.postCount, 'zh') })}
          </span>
        </li>
      ))}
    </ul>
  )
}
