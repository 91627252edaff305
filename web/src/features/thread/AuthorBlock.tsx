import { type Author } from '@forum/shared/contract'
import { countCharacters } from '@forum/shared/text'
import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Avatar, localDate, RoleTags } from '../../ui'
import './texts'

/** Who wrote a post: picture, name, what they are here, how long and how much. */
export function AuthorBlock({
  author: then,
  boardId,
  isStarter,
}: {
  author: Author
  boardId: number
  isStarter: boolean
}) {
  const t = useTexts()
  const author = useForum((state) => state.users[then.id]) ?? then
  const moderatesBoard = useForum(
    (state) => state.boards[boardId]?.moderators.some(({ id }) => id === author.id) ?? false,
  )
  return (
    <div className="post-author">
      <Avatar user={author} size="large" />
      <AuthorName name={author.displayName} username={author.username} />
      <span className="post-author-tags">
        <RoleTags role={author.role} isStarter={isStarter} moderatesBoard={moderatesBoard} />
      </span>
      <span className="post-author-fact num">{t('thread.postCount', { count: author.postCount })}</span>
      <span className="post-author-fact num">
        {t('thread.joinedAt', { date: localDate(author.joinedAt) })}
      </span>
    </div>
  )
}

/** Longer names may not fit into two lines. */
const LONG_NAME = 14

/** A name of at most two lines; a long one is shown whole on hover, and by a press. */
function AuthorName({ name, username }: { name: string; username: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const title = `${name} @${username}`
  if (countCharacters(name) <= LONG_NAME)
    return (
      <b className="post-author-name" title={title}>
        {name}
      </b>
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
