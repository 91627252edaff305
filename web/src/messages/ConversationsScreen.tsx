import { type Conversation, type Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { Link, useParams } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { useItems, WhenLoaded } from '../resource'
import { useForum } from '../store'
import { Avatar, Button, ButtonLink, Count, EmptyState, RelativeTime, usePageTitle, walkable } from '../ui'
import { MessagesSquare } from '../ui/icons'
import { useSession } from '../state/session'
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
  const { loaded, more } = useItems(
    conversations,
    useForum((read) => read(messagesSlice).conversations),
  )
  return (
    <WhenLoaded loaded={loaded} skeleton={<ListSkeleton />} failed={messagesText('error.fetch')}>
      {(shown) =>
        shown.length === 0 ? (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={messagesText('noConversations')}>
            <ButtonLink to={COMPOSE}>{messagesText('compose')}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <ul className="mail-rows">
              {shown.map((conversation) => (
                <ConversationRow
                  key={conversation.otherUserId}
                  conversation={conversation}
                  isOpen={conversation.otherUserId === openId}
                />
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
    </WhenLoaded>
  )
}

function ConversationRow({
  conversation: { otherUserId, otherUser, lastMessage, unreadCount },
  isOpen,
}: {
  conversation: Conversation
  isOpen: boolean
}) {
  return (
    <li className="mail-row" data-new={unreadCount > 0} data-open={isOpen}>
      <Link
        {...walkable}
        tabIndex={0}
        to={conversationPath(otherUserId)}
        className="mail-row-link mail-row-person"
        aria-current={isOpen ? 'true' : undefined}
      >
        <Avatar user={otherUser} />
        <span className="mail-row-words">
          <span className="mail-row-head">
            <span className="mail-row-name one-line">{otherUser.displayName}</span>
            {unreadCount > 0 && (
              <span className="unread-badge" data-word={commonText('unreadMark')}>
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
