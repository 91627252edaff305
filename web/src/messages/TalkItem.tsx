import { forum } from '../store'
import { Avatar, localDate, localTime, toast } from '../ui'
import { Heart } from '../ui/icons'
import { lineText } from './names'
import { MessageBody } from './MessageBody'
import { likeMessage } from './messages.actions'
import { type MessageEntity } from './messages.slice'
import { messagesText } from './messages.texts'
import { type TalkPart } from './talk'

/** A message of a chat, or a line that says who was added or left. */
export function TalkItem({
  part: { message, subject, startsDay, startsGroup, endsGroup, isLastSeen },
  userId,
}: {
  part: TalkPart<MessageEntity>
  userId: number
}) {
  const { content, attachments, sender, senderId, conversationId, createdAt, line } = message
  const isOwn = senderId === userId
  return (
    <li className="mail-talk-item" data-own={isOwn && !line} data-ends-group={endsGroup}>
      {subject !== null && conversationId === null && <h3 className="mail-talk-subject">{subject}</h3>}
      {startsDay && (
        <p className="mail-talk-day">
          <time dateTime={createdAt}>{dayOf(createdAt)}</time>
        </p>
      )}
      {line ? (
        <p className="mail-talk-line small">{lineText(message, userId)}</p>
      ) : (
        <>
          {conversationId !== null && !isOwn && startsGroup && (
            <p className="mail-talk-author small" aria-hidden>
              <Avatar user={sender} size="small" />
              {sender.displayName}
            </p>
          )}
          <div className="mail-talk-bubble">
            <article className="mail-talk-words" title={localTime(createdAt)}>
              <span className="visually-hidden">
                {isOwn ? messagesText('me') : (sender?.displayName ?? messagesText('unknown'))}
              </span>
              <MessageBody content={content} attachments={attachments} foldsOriginal />
            </article>
            <Likes message={message} userId={userId} />
          </div>
        </>
      )}
      {endsGroup && !line && (
        <p className="mail-talk-foot small">
          <time dateTime={createdAt} title={localTime(createdAt)} className="num">
            {localTime(createdAt).slice(-5)}
          </time>
          {isLastSeen && <span className="mail-seen">{messagesText('readByOther')}</span>}
        </p>
      )}
    </li>
  )
}

/** The likes of a message. Who received it can like it. */
function Likes({ message: { id, senderId, likes }, userId }: { message: MessageEntity; userId: number }) {
  const names = likes.map(({ displayName }) => displayName).join('、')
  const isLiked = likes.some((member) => member.id === userId)
  const liked = likes.length > 0 ? messagesText('likedBy', { names }) : undefined
  if (senderId === userId)
    return likes.length === 0 ? null : (
      <p className="mail-like" title={liked}>
        <Heart aria-hidden /> <span className="num">{likes.length}</span>
        <span className="visually-hidden">{liked}</span>
      </p>
    )
  const toggle = async () => {
    const result = await likeMessage(forum, id, !isLiked)
    if (!result.ok) toast.error(result.error.message || messagesText('error.like'))
  }
  return (
    <button
      type="button"
      className="mail-like"
      aria-pressed={isLiked}
      aria-label={[messagesText('like'), liked ?? []].flat().join(' · ')}
      title={liked ?? messagesText('like')}
      data-none={likes.length === 0}
      onClick={() => void toggle()}
    >
      <Heart aria-hidden /> {likes.length > 0 && <span className="num">{likes.length}</span>}
    </button>
  )
}

/** 今天, 昨天, or the date. */
function dayOf(iso: string): string {
  const now = new Date()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = localDate(iso)
  if (day === localDate(now.toISOString())) return messagesText('today')
  if (day === localDate(yesterday.toISOString())) return messagesText('yesterday')
  const [year, month, date] = day.split('-').map(Number)
  return year === now.getFullYear() ? messagesText('dayOfYear', { month: month ?? 0, day: date ?? 0 }) : day
}
