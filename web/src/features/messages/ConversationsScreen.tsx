import { type Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { Link, useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useList } from '../../resource'
import { useForum } from '../../store'
import {
  Avatar,
  Button,
  ButtonLink,
  Count,
  EmptyState,
  ErrorState,
  RelativeTime,
  usePageTitle,
  walkable,
} from '../../ui'
import { MessagesSquare } from '../../ui/icons'
import { useSession } from '../auth'
import { previewOf } from './compose'
import { ListSkeleton } from './FolderList'
import { MailFrame } from './MailFrame'
import { ConversationDetail } from './ConversationDetail'
import { conversations } from './message-lists'
import { messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { COMPOSE, conversationPath } from './paths'

/** `/my/messages/people` and `/my/messages/with/:userId`: messages by person. */
export function ConversationsScreen() {
  const { userId } = useParams()
  const otherUserId = userId !== undefined && /^[1-9]\d*$/.test(userId) ? Number(userId) : null
  usePageTitle(messagesText('conversations'))
  return (
    <MailFrame
      current="people"
      isDetailOpen={otherUserId !== null}
      isTalk={otherUserId !== null}
      list={<ConversationList openId={otherUserId} />}
      detail={
        otherUserId === null ? (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={messagesText('selectPerson')} />
        ) : (
          <ConversationDetail key={otherUserId} otherUserId={otherUserId} />
        )
      }
    />
  )
}

function ConversationList({ openId }: { openId: number | null }) {
  const { list, updates, more } = useList(conversations)
  const known = useForum((read) => read(messagesSlice).conversations)
  if (list?.status === 'error')
    return (
      <ErrorState title={messagesText('error.fetch')} cause={list.error?.message} onRetry={updates.refresh} />
    )
  if (list?.status !== 'ready') return <ListSkeleton />
  if (list.ids.length === 0)
    return (
      <EmptyState icon={<MessagesSquare aria-hidden />} title={messagesText('noConversations')}>
        <ButtonLink to={COMPOSE}>{messagesText('compose')}</ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <ul className="mail-rows">
        {list.ids
          .flatMap((id) => known[id] ?? [])
          .map(({ otherUserId, otherUser, lastMessage, unreadCount }) => (
            <li
              key={otherUserId}
              className="mail-row"
              data-new={unreadCount > 0}
              data-open={otherUserId === openId}
            >
              <Link
                {...walkable}
                tabIndex={0}
                to={conversationPath(otherUserId)}
                className="mail-row-link mail-row-person"
                aria-current={otherUserId === openId ? 'true' : undefined}
              >
                <Avatar user={otherUser} />
                <span className="mail-row-words">
                  <span className="mail-row-head">
                    <span className="mail-row-name one-line">{otherUser.displayName}</span>
                    {unreadCount > 0 && (
                      <span className="unread-badge">
                        <Count value={unreadCount} />
                        <span className="visually-hidden"> {messagesText('unread')}</span>
                      </span>
                    )}
                    <span className="mail-row-time">
                      <RelativeTime at={lastMessage.createdAt} />
                    </span>
                  </span>
                  <LastMessage message={lastMessage} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {more && (
        <div className="mail-more">
          <Button busy={more.isLoading} onClick={more.load}>
            {commonText('loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The beginning of the newest message of a conversation, as in a chat. */
function LastMessage({ message }: { message: Message }) {
  const userId = useSession().user?.id
  // The entity follows edits.
  const { subject, content, senderId, isCut } = useForum(
    (read) => read(messagesSlice).messages[message.id],
  ) ?? {
    ...message,
    isCut: true,
  }
  const text = previewOf(
    isCut ? content : excerpt(content, MESSAGE_PREVIEW_LENGTH),
    messagesText('originalSeparator'),
  )
  return (
    <span className="mail-row-text one-line">
      {senderId === userId && messagesText('byMe')}
      {text || subject}
    </span>
  )
}
