import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { useItems } from '../resource'
import { useForum } from '../store'
import {
  Avatar,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  IconButton,
  localDate,
  localTime,
  SkeletonLines,
} from '../ui'
import { PenLine, X } from '../ui/icons'
import { UnlessMuted } from '../accounts'
import { useSession } from '../state/session'
import { conversationMessages } from './message-lists'
import { MessageBody } from './MessageBody'
import { type MessageEntity, messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { composePath, PEOPLE } from './paths'
import { arrangeTalk, type TalkPart } from './talk'
import { TalkForm } from './TalkForm'
import { TalkTyping } from './TalkTyping'
import { useMarkRead } from './use-mark-read'

/** The state of a link to write to a member: without a conversation, it opens the form for a message with a subject. */
interface StartsTalk {
  startsTalk: true
}

/** The messages with one member as a chat: the newest last, in a pane of its own above the field for a new one. */
export function ConversationDetail({ otherUserId }: { otherUserId: number }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const userId = user?.id ?? 0
  const isBlocked = user?.blocked.some(({ id }) => id === otherUserId) ?? false
  const source = useMemo(() => conversationMessages(otherUserId), [otherUserId])
  const {
    list,
    updates,
    items = [],
    more,
  } = useItems(
    source,
    useForum((read) => read(messagesSlice).messages),
  )
  const other = useForum((read) => read(messagesSlice).correspondents[otherUserId]?.user)
  const shown = items.toReversed()
  const newest = shown.at(-1)
  const { pane, waiting, toEnd } = useEndInView(newest, userId)
  useMarkRead(shown, userId)
  const name = other?.displayName ?? '…'
  const isNone = list?.status === 'ready' && shown.length === 0
  const { state } = useLocation() as Location<unknown>
  // A first message has a subject, which the field below a conversation does not ask for.
  if (isNone && other && (state as StartsTalk | null)?.startsTalk)
    return <Navigate to={composePath(other.username)} replace />
  return (
    <>
      <div className="mail-detail-head mail-talk-head">
        {other && <Avatar user={other} />}
        <h2 className="mail-subject one-line">
          {other ? <Link to={`/users/${other.id}`}>{name}</Link> : name}
        </h2>
        {other && (
          <ButtonLink to={composePath(other.username)} icon={<PenLine aria-hidden />}>
            {messagesText('compose')}
          </ButtonLink>
        )}
        <IconButton label={commonText('close')} className="mail-close" onClick={() => void navigate(PEOPLE)}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div
        ref={pane}
        className="mail-talk-pane"
        role="region"
        aria-label={messagesText('talkWith', { name })}
        // Lets keys scroll the pane.
        tabIndex={0}
      >
        {list?.status === 'error' && (
          <ErrorState
            title={messagesText('error.fetch')}
            cause={list.error?.message}
            onRetry={updates.refresh}
          />
        )}
        {(list === undefined || list.status === 'loading') && <SkeletonLines count={2} />}
        {list?.status === 'ready' && (
          <>
            {more && (
              <div className="mail-more">
                <Button size="small" busy={more.isLoading} onClick={more.load}>
                  {messagesText('earlier')}
                </Button>
              </div>
            )}
            {isNone && <EmptyState title={messagesText('noneWithPerson')} />}
            <ol className="mail-talk">
              {arrangeTalk(shown, userId).map((part) => (
                <TalkItem key={part.message.id} part={part} isOwn={part.message.senderId === userId} />
              ))}
            </ol>
            <TalkTyping otherUserId={otherUserId} />
            {waiting > 0 && (
              <p className="mail-waiting" role="status">
                <Button size="small" tone="go" onClick={toEnd}>
                  {messagesText('arrived', { count: waiting })} ↓
                </Button>
              </p>
            )}
          </>
        )}
      </div>
      {isBlocked && (
        <p className="mail-blocked small" role="note">
          {messagesText('blockedPerson', { name })}
          <Link to={`/users/${otherUserId}`} className="link">
            {messagesText('toUnblock')}
          </Link>
        </p>
      )}
      {list?.status === 'ready' && newest && (
        <UnlessMuted>
          <TalkForm otherUserId={otherUserId} name={name} lastSubject={newest.subject} />
        </UnlessMuted>
      )}
    </>
  )
}

function TalkItem({
  part: { message, subject, startsDay, endsGroup, isLastSeen },
  isOwn,
}: {
  part: TalkPart<MessageEntity>
  isOwn: boolean
}) {
  const { content, attachments, sender, createdAt } = message
  return (
    <li className="mail-talk-item" data-own={isOwn} data-ends-group={endsGroup}>
      {subject !== null && <h3 className="mail-talk-subject">{subject}</h3>}
      {startsDay && (
        <p className="mail-talk-day">
          <time dateTime={createdAt}>{dayOf(createdAt)}</time>
        </p>
      )}
      <article className="mail-talk-words" title={localTime(createdAt)}>
        <span className="visually-hidden">
          {isOwn ? messagesText('me') : (sender?.displayName ?? messagesText('unknown'))}
        </span>
        <MessageBody content={content} attachments={attachments} foldsOriginal />
      </article>
      {endsGroup && (
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

/** Maximum distance from the end of the conversation at which the reader counts as being at its end, in pixels. */
const NEAR_PX = 80

/**
 * Keeps the end of a conversation in view when messages arrive or the pane changes its size. A reader who has scrolled
 * up to earlier messages stays there, and `waiting` counts the messages that have arrived below.
 */
function useEndInView(newest: MessageEntity | undefined, userId: number) {
  const pane = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [waiting, setWaiting] = useState(0)
  const toEnd = useCallback(() => {
    const { current } = pane
    setWaiting(0)
    isAtEnd.current = true
    if (current) current.scrollTop = current.scrollHeight
  }, [])
  const newestId = newest?.id
  const isOwn = newest?.senderId === userId
  useLayoutEffect(() => {
    if (newestId === undefined) return
    if (isOwn || isAtEnd.current) toEnd()
    else setWaiting((count) => count + 1)
  }, [newestId, isOwn, toEnd])
  useEffect(() => {
    const { current } = pane
    if (!current) return undefined
    const onScroll = () => {
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX
      if (isAtEnd.current) setWaiting(0)
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight
    })
    observer.observe(current)
    current.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { pane, waiting, toEnd }
}
