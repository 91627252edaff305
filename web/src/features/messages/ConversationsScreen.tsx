import { useEffect, useMemo, useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { useList } from '../../resource'
import { useForum } from '../../store'
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
  usePageTitle,
  walkable,
} from '../../ui'
import { MessagesSquare, PenLine, X } from '../../ui/icons'
import { useSession } from '../auth'
import { ListSkeleton } from './FolderList'
import { MailFrame } from './MailFrame'
import { conversationMessages, conversations } from './message-lists'
import { MessageBody } from './MessageBody'
import { type MessageEntity } from './messages.slice'
import { conversationPath } from './paths'
import { TalkForm } from './TalkForm'
import './texts'

const PEOPLE = '/my/messages/people'

/** `/my/messages/people` and `/my/messages/with/:userId`: messages by person. */
export function ConversationsScreen() {
  const t = useTexts()
  const { userId } = useParams()
  const otherUserId = userId !== undefined && /^[1-9]\d*$/.test(userId) ? Number(userId) : null
  usePageTitle(t('messages.conversations'))
  return (
    <MailFrame
      current="people"
      isDetailOpen={otherUserId !== null}
      list={<ConversationList openId={otherUserId} />}
      detail={
        otherUserId === null ? (
          <EmptyState icon={<MessagesSquare aria-hidden />} title={t('messages.selectPerson')} />
        ) : (
          <ConversationDetail key={otherUserId} otherUserId={otherUserId} />
        )
      }
    />
  )
}

function ConversationList({ openId }: { openId: number | null }) {
  const t = useTexts()
  const { list, updates, more } = useList(conversations)
  const known = useForum((state) => state.conversations)
  if (list?.status === 'error')
    return (
      <ErrorState title={t('messages.error.fetch')} cause={list.error?.message} onRetry={updates.refresh} />
    )
  if (list?.status !== 'ready') return <ListSkeleton />
  if (list.ids.length === 0)
    return (
      <EmptyState icon={<MessagesSquare aria-hidden />} title={t('messages.noConversations')}>
        <ButtonLink to="/my/messages/compose">{t('messages.compose')}</ButtonLink>
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
                    <span className="mail-row-name">{otherUser.displayName}</span>
                    {unreadCount > 0 && (
                      <span className="unread-badge">
                        <Count value={unreadCount} />
                        <span className="visually-hidden"> {t('messages.unread')}</span>
                      </span>
                    )}
                    <span className="mail-row-time">
                      <RelativeTime at={lastMessage.createdAt} />
                    </span>
                  </span>
                  <span className="mail-row-text">{lastMessage.subject}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {more && (
        <div className="mail-more">
          <Button busy={more.isLoading} onClick={more.load}>
            {t('common.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The messages with one member, the newest last, as in a chat. */
function ConversationDetail({ otherUserId }: { otherUserId: number }) {
  const t = useTexts()
  const navigate = useNavigate()
  const userId = useSession().user?.id ?? 0
  const source = useMemo(() => conversationMessages(otherUserId), [otherUserId])
  const { list, updates, more } = useList(source)
  const messages = useForum((state) => state.messages)
  const other = useForum(({ correspondents }) => correspondents[otherUserId]?.user)
  const end = useRef<HTMLDivElement>(null)
  const shown = (list?.ids ?? []).flatMap((id) => messages[id] ?? []).toReversed()
  const newest = shown.at(-1)
  const newestId = newest?.id
  useEffect(() => {
    if (newestId !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newestId])
  useMarkAllRead(shown, userId)
  return (
    <>
      <div className="mail-detail-head">
        <h2 className="mail-subject">{other?.displayName ?? '…'}</h2>
        {other && (
          <ButtonLink
            to={`/my/messages/compose?to=${encodeURIComponent(other.username)}`}
            icon={<PenLine aria-hidden />}
          >
            {t('messages.compose')}
          </ButtonLink>
        )}
        <IconButton label={t('common.close')} className="mail-close" onClick={() => void navigate(PEOPLE)}>
          <X aria-hidden />
        </IconButton>
      </div>
      {list?.status === 'error' && (
        <ErrorState title={t('messages.error.fetch')} cause={list.error?.message} onRetry={updates.refresh} />
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
                {t('messages.earlier')}
              </Button>
            </div>
          )}
          {shown.length === 0 && <EmptyState title={t('messages.noneWithPerson')} />}
          <ol className="mail-talk">
            {shown.map((message) => (
              <TalkItem key={message.id} message={message} isOwn={message.senderId === userId} />
            ))}
          </ol>
          {newest && <TalkForm otherUserId={otherUserId} lastSubject={newest.subject} />}
          <div ref={end} />
        </>
      )}
    </>
  )
}

function TalkItem({ message, isOwn }: { message: MessageEntity; isOwn: boolean }) {
  const t = useTexts()
  return (
    <li className="mail-talk-item" data-own={isOwn}>
      <article>
        <h3 className="mail-talk-subject">{message.subject}</h3>
        <MessageBody content={message.content} />
        <p className="mail-talk-foot small">
          <span className="visually-hidden">{isOwn ? t('messages.me') : message.sender.displayName}</span>
          <time dateTime={message.createdAt} className="num">
            {localTime(message.createdAt)}
          </time>
          {isOwn && message.isRead && <span className="mail-seen">{t('messages.readByOther')}</span>}
        </p>
      </article>
    </li>
  )
}

/** Marks a conversation as read once it is seen. */
function useMarkAllRead(shown: readonly MessageEntity[], userId: number): void {
  const unread = shown.filter(({ isRead, recipientId }) => !isRead && recipientId === userId)
  const ids = unread.map(({ id }) => id).join()
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || ids === '') return
      for (const id of ids.split(',')) void useForum.getState().markMessageRead(Number(id))
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => {
      document.removeEventListener('visibilitychange', mark)
    }
  }, [ids])
}
