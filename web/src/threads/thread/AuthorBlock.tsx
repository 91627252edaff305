import { type Author } from '@forum/shared/contract'
import { countCharacters } from '@forum/shared/text'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useForum } from '../../store'
import { Avatar, localDate, RoleTags } from '../../ui'
import { AuthorCard } from './AuthorCard'
import { threadText } from './thread.texts'
import { boardCopySlice } from '../../state/board-copy'
import { isSameAuthor, threadCopySlice } from '../../state/thread-copy'

/** The author of a post: picture, name, role, membership time and number of posts. */
export function AuthorBlock({
  author: then,
  threadId,
  boardId,
  isOwn,
}: {
  author: Author
  threadId: number
  boardId: number
  /** True if the reader wrote the post. */
  isOwn: boolean
}) {
  const author = useForum((read) => read(threadCopySlice).users[then.id]) ?? then
  const moderatesBoard = useForum(
    (read) => read(boardCopySlice).boards[boardId]?.moderators.some(({ id }) => id === author.id) ?? false,
  )
  const isStarter = useForum((read) => {
    const starter = read(threadCopySlice).threads[threadId]?.author
    return starter !== undefined && isSameAuthor(starter, author)
  })
  if (author.isAnonymous) return <AnonymousBlock author={author} isStarter={isStarter} isOwn={isOwn} />
  return (
    <>
      <AuthorCard author={author} threadId={threadId}>
        <AuthorPicture author={author} />
        <AuthorName id={author.id} name={author.displayName} username={author.username} />
      </AuthorCard>
      <span className="post-author-tags">
        <RoleTags
          role={author.role}
          isStarter={isStarter}
          moderatesBoard={moderatesBoard}
          status={author.status}
        />
      </span>
      <span className="post-author-fact num">{threadText('postCount', { count: author.postCount })}</span>
      <span className="post-author-fact num">
        {threadText('joinedAt', { date: localDate(author.joinedAt) })}
      </span>
    </>
  )
}

/** An author without a page: a name, with a note on how long it stays the same. */
function AnonymousBlock({
  author,
  isStarter,
  isOwn,
}: {
  author: Author
  isStarter: boolean
  isOwn: boolean
}) {
  return (
    <>
      <span className="post-author-picture">
        <Avatar user={author} size="large" />
      </span>
      <span className="post-author-name" title={threadText('aliasScope')}>
        <b>{author.displayName}</b>
      </span>
      <span className="post-author-tags">
        <RoleTags role={author.role} isStarter={isStarter} moderatesBoard={false} status={author.status} />
        {isOwn && <span className="faint small">{threadText('anonymousYou')}</span>}
      </span>
      <span className="post-author-fact">{threadText('aliasScope')}</span>
    </>
  )
}

/** Maximum length of a name that surely fits into two lines. */
const LONG_NAME = 14

/** The picture links to the author's page; beside a name with the same link it is skipped by the Tab key. */
function AuthorPicture({ author }: { author: Author }) {
  const isLong = countCharacters(author.displayName) > LONG_NAME
  return (
    <Link
      to={`/users/${author.id}`}
      className="post-author-picture"
      {...(isLong ? { 'aria-label': author.displayName } : { 'aria-hidden': true, tabIndex: -1 })}
    >
      <Avatar user={author} size="large" />
    </Link>
  )
}

/** A name of at most two lines that links to the author's page; pressing a long one expands it. */
function AuthorName({ id, name, username }: { id: number; name: string; username: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const title = `${name} @${username}`
  if (countCharacters(name) <= LONG_NAME)
    return (
      <Link to={`/users/${id}`} className="post-author-name post-author-link" title={title}>
        <b>{name}</b>
      </Link>
    )
  return (
    <button
      type="button"
      className="post-author-name post-author-long"
      title={title}
      aria-expanded={isWhole}
      onClick={() => {
        setIsWhole(!isWhole)
      }}
    >
      <b>{name}</b>
    </button>
  )
}
