import { type Message } from '@forum/shared/contract'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useList } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Avatar,
  Bone,
  Button,
  ButtonLink,
  Count,
  EmptyState,
  ErrorState,
  IconButton,
  localTime,
  RelativeTime,
  Skeleton,
  toast,
  usePageTitle,
  walkable,
} from '../../ui'
import { MessagesSquare, PenLine, X } from '../../ui/icons'
import { UnlessMuted, useSession } from '../auth'
import { previewOf } from './compose'
import { ListSkeleton } from './FolderList'
import { MailFrame } from './MailFrame'
import { conversationMessages, conversations } from './message-lists'
import { MessageBody } from './MessageBody'
import { type MessageEntity, messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { COMPOSE, conversationPath } from './paths'
import { TalkForm } from './TalkForm'
import { useWhenSeen } from './use-when-seen'
import { markMessageRead } from './messages.actions'

const PEOPLE = '/my/messages/people'

/** `/my/messages/people` and `/my/messages/with/:userId`: messages by person. */
export function ConversationsScreen() {
  const { userId } = useParams()
  const otherUserId = userId !== undefined && /^[1-9]\d*$/.test(userId) ? Number(userId) : null
  usePageTitle(messagesText('conversations'))
  return (
    <MailFrame
      current="people"
      isDetailOpen={otherUserId !== null}
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

/** The messages with one member, the newest last, as in a chat. */
function ConversationDetail({ otherUserId }: { otherUserId: number }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id ?? 0
  const source = useMemo(() => conversationMessages(otherUserId), [otherUserId])
  const { list, updates, more } = useList(source)
  const messages = useForum((read) => read(messagesSlice).messages)
  const other = useForum((read) => read(messagesSlice).correspondents[otherUserId]?.user)
  const shown = (list?.ids ?? []).flatMap((id) => messages[id] ?? []).toReversed()
  const newest = shown.at(-1)
  const { end, waiting, toEnd } = useEndInView(newest, userId)
  useMarkAllRead(shown, userId)
  return (
    <>
      <div className="mail-detail-head mail-talk-head">
        <h2 className="mail-subject">
          {other ? <Link to={`/users/${other.id}`}>{other.displayName}</Link> : '…'}
        </h2>
        {other && (
          <ButtonLink
            to={`${COMPOSE}?to=${encodeURIComponent(other.username)}`}
            icon={<PenLine aria-hidden />}
          >
            {messagesText('compose')}
          </ButtonLink>
        )}
        <IconButton label={commonText('close')} className="mail-close" onClick={() => void navigate(PEOPLE)}>
          <X aria-hidden />
        </IconButton>
      </div>
      {list?.status === 'error' && (
        <ErrorState
          title={messagesText('error.fetch')}
          cause={list.error?.message}
          onRetry={updates.refresh}
        />
      )}
      {(list === undefined || list.status === 'loading') && (
        <Skeleton>
          <Bone height="4em" />
          <Bone height="4em" />
        </Skeleton>
      )}
      {list?.status === 'ready' && (
        <>
          {more && (
            <div className="mail-more">
              <Button size="small" busy={more.isLoading} onClick={more.load}>
                {messagesText('earlier')}
              </Button>
            </div>
          )}
          {shown.length === 0 && <EmptyState title={messagesText('noneWithPerson')} />}
          <ol className="mail-talk">
            {shown.map((message) => (
              <TalkItem key={message.id} message={message} isOwn={message.senderId === userId} />
            ))}
          </ol>
          {waiting > 0 && (
            <p className="mail-waiting" role="status">
              <Button size="small" tone="go" onClick={toEnd}>
                {messagesText('arrived', { count: waiting })}
              </Button>
            </p>
          )}
          {newest && (
            <UnlessMuted>
              <TalkForm otherUserId={otherUserId} lastSubject={newest.subject} />
            </UnlessMuted>
          )}
          <div ref={end} />
        </>
      )}
    </>
  )
}

function TalkItem({ message, isOwn }: { message: MessageEntity; isOwn: boolean }) {
  return (
    <li className="mail-talk-item" data-own={isOwn}>
      <article>
        <h3 className="mail-talk-subject">{message.subject}</h3>
        <MessageBody content={message.content} foldsOriginal />
        <p className="mail-talk-foot small">
          <span className="visually-hidden">
            {isOwn ? messagesText('me') : (message.sender?.displayName ?? messagesText('unknown'))}
          </span>
          <time dateTime={message.createdAt} className="num">
            {localTime(message.createdAt)}
          </time>
          {isOwn && message.isRead && <span className="mail-seen">{messagesText('readByOther')}</span>}
        </p>
      </article>
    </li>
  )
}

/** Marks a conversation as read once it is seen; what the server refuses, when it is opened again. */
function useMarkAllRead(shown: readonly MessageEntity[], userId: number): void {
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set())
  const unread = shown.filter(
    ({ id, isRead, recipientId }) => !isRead && recipientId === userId && !tried.has(id),
  )
  const ids = unread.map(({ id }) => id).join()
  const mark = useCallback(async () => {
    const marked = ids.split(',').map(Number)
    setTried((before) => new Set([...before, ...marked]))
    const results = await Promise.all(marked.map((id) => markMessageRead(forum, id)))
    if (results.some(({ ok }) => !ok)) toast.error(messagesText('error.markRead'))
  }, [ids])
  const act = useCallback(() => void mark(), [mark])
  useWhenSeen(ids === '' ? null : act)
}

/** A message that arrives above the end of the page by no more than this is scrolled to. */
const NEAR_PX = 400

/**
 * Keeps the end of a conversation in view. A reader who has scrolled up to earlier messages stays there, and
 * `waiting` counts what has arrived below.
 */
function useEndInView(newest: MessageEntity | undefined, userId: number) {
  const end = useRef<HTMLDivElement>(null)
  const [waiting, setWaiting] = useState(0)
  const toEnd = useCallback(() => {
    setWaiting(0)
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isFirst = useRef(true)
  const newestId = newest?.id
  const isOwn = newest?.senderId === userId
  useEffect(() => {
    if (newestId === undefined) return
    const top = end.current?.getBoundingClientRect().top ?? 0
    if (isFirst.current || isOwn || top < innerHeight + NEAR_PX) toEnd()
    else setWaiting((count) => count + 1)
    isFirst.current = false
  }, [newestId, isOwn, toEnd])
  return { end, waiting, toEnd }
}
