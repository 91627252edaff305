import { type Author } from '@forum/shared/contract'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Avatar, localDate, RoleTags } from '../../ui'

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
      <b className="post-author-name" title={`@${author.username}`}>
        {author.displayName}
      </b>
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
