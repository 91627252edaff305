import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link, type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { useItems } from '../resource'
import { useForum } from '../store'
import { Avatar, Button, ButtonLink, EmptyState, ErrorState, IconButton, SkeletonLines } from '../ui'
import { PenLine, X } from '../ui/icons'
import { UnlessMuted } from '../accounts'
import { useSession } from '../state/session'
import { GroupAvatars } from './GroupAvatars'
import { GroupMembers } from './GroupMembers'
import { conversationMessages, groupMessages } from './message-lists'
import { type MessageEntity, messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { composePath, PEOPLE } from './paths'
import { arrangeTalk } from './talk'
import { TalkForm } from './TalkForm'
import { TalkItem } from './TalkItem'
import { TalkTyping } from './TalkTyping'
import { useMarkRead } from './use-mark-read'

/** The state of a link to write to a member: without a conversation, it opens the form for a message with a subject. */
interface StartsTalk {
  startsTalk: true
}

/**
 * The messages with one member, or in a group, as a chat: the newest last, in a pane of its own above the field for a new
 * one.
 */
export function ConversationDetail({ correspondent }: { correspondent: number }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const userId = user?.id ?? 0
  const isGroup = correspondent < 0
  const isBlocked = user?.blocked.some(({ id }) => id === correspondent) ?? false
  const source = useMemo(
    () => (correspondent < 0 ? groupMessages(-correspondent) : conversationMessages(correspondent)),
    [correspondent],
  )
  const {
    list,
    updates,
    items = [],
    more,
  } = useItems(
    source,
    useForum((read) => read(messagesSlice).messages),
  )
  const other = useForum((read) => read(messagesSlice).correspondents[correspondent]?.user)
  const group = useForum((read) => read(messagesSlice).groups[-correspondent])
  const shown = items.toReversed()
  const newest = shown.at(-1)
  const { pane, waiting, toEnd } = useEndInView(newest, userId)
  useMarkRead(shown, userId)
  const name = group?.subject ?? other?.displayName ?? '…'
  const isNone = list?.status === 'ready' && shown.length === 0
  const { state } = useLocation() as Location<unknown>
  // A first message has a subject, which the field below a conversation does not ask for.
  if (isNone && other && (state as StartsTalk | null)?.startsTalk)
    return <Navigate to={composePath(other.username)} replace />
  if (isGroup && list?.status === 'error' && list.error?.code === 'NOT_FOUND')
    return (
      <EmptyState title={messagesText('notInGroup')}>
        <ButtonLink to={PEOPLE}>{messagesText('conversations')}</ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <div className="mail-detail-head mail-talk-head">
        {other && <Avatar user={other} />}
        {group && <GroupAvatars group={group} />}
        <h2 className="mail-subject one-line">
          {other ? <Link to={`/users/${other.id}`}>{name}</Link> : name}
        </h2>
        {group && <GroupMembers group={group} />}
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
                <TalkItem key={part.message.id} part={part} userId={userId} />
              ))}
            </ol>
            <TalkTyping correspondent={correspondent} />
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
          <Link to={`/users/${correspondent}`} className="link">
            {messagesText('toUnblock')}
          </Link>
        </p>
      )}
      {list?.status === 'ready' && newest && (
        <UnlessMuted>
          <TalkForm correspondent={correspondent} name={name} lastSubject={newest.subject} />
        </UnlessMuted>
      )}
    </>
  )
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
