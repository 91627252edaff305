import { type Conversation, type Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { revalidateList, useItems, WhenLoaded } from '../resource'
import { forum, useForum } from '../store'
import { Avatar, Button, ButtonLink, Count, EmptyState, RelativeTime, usePageTitle, walkable } from '../ui'
import { BellOff, MessagesSquare } from '../ui/icons'
import { useSession } from '../state/session'
import { previewOf } from './compose'
import { ListSkeleton } from './FolderList'
import { MailFrame } from './MailFrame'
import { ConversationDetail } from './ConversationDetail'
import { conversations, idOf } from './message-lists'
import { messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { GroupAvatars } from './GroupAvatars'
import { lineText } from './names'
import { COMPOSE, conversationPath, groupPath } from './paths'

/** `/my/messages/people`, `/my/messages/with/:userId` and `/my/messages/group/:conversationId`: messages by person. */
export function ConversationsScreen() {
  const { userId, conversationId } = useParams()
  const [withUser, inGroup] = [numberOf(userId), numberOf(conversationId)]
  const correspondent = inGroup === null ? withUser : -inGroup
  usePageTitle(messagesText('conversations'))
  return (
    <MailFrame
      current="people"
      isDetailOpen={correspondent !== null}
      isTalk={correspondent !== null}
      list={<ConversationList openId={correspondent} />}
      detail={
        correspondent === null ? (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={messagesText('selectPerson')} />
        ) : (
          <ConversationDetail key={correspondent} correspondent={correspondent} />
        )
      }
    />
  )
}

const numberOf = (param: string | undefined) =>
  param !== undefined && /^[1-9]\d*$/.test(param) ? Number(param) : null

/** Loads the list again when a message arrives in a group that is beyond its loaded part. */
function useMissingGroup(): void {
  const missing = useForum((read) => {
    const { arrivedMessageIds, messages, groups } = read(messagesSlice)
    const message = messages[arrivedMessageIds.at(-1) ?? 0]
    const isMissing = message && message.conversationId !== null && !groups[message.conversationId]
    return isMissing ? message.id : null
  })
  useEffect(() => {
    if (missing !== null) void revalidateList(forum, conversations)
  }, [missing])
}

function ConversationList({ openId }: { openId: number | null }) {
  useMissingGroup()
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
                  key={idOf(conversation)}
                  conversation={conversation}
                  isOpen={idOf(conversation) === openId}
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
  conversation: { otherUserId, otherUser, group, lastMessage, unreadCount },
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
        to={group ? groupPath(group.id) : conversationPath(otherUserId ?? 0)}
        className="mail-row-link mail-row-person"
        aria-current={isOpen ? 'true' : undefined}
      >
        {otherUser && <Avatar user={otherUser} />}
        {group && <GroupAvatars group={group} />}
        <span className="mail-row-words">
          <span className="mail-row-head">
            <span className="mail-row-name one-line">{group ? group.subject : otherUser?.displayName}</span>
            {group && <span className="faint small num">({group.members.length})</span>}
            {group?.isMuted && <BellOff aria-label={messagesText('muted')} className="mail-row-muted" />}
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
  const { subject, content, sender, senderId, conversationId, line, isCut } = useForum(
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
      {line ? (
        lineText({ line, sender, senderId }, userId ?? 0)
      ) : (
        <>
          {senderId === userId
            ? messagesText('byMe')
            : conversationId !== null && messagesText('by', { name: sender.displayName })}
          {text || subject}
        </>
      )}
    </span>
  )
}
