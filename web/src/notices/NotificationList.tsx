import { type Notification, type Post } from '@forum/shared/contract'
import { type NotificationGroup, type NotificationKind } from '@forum/shared/notification-kinds'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { keyOf } from '../lib/keys'
import { listsSlice, revalidateList, useItems } from '../resource'
import { forum, sessionSlice, useForum } from '../store'
import {
  Avatar,
  Bone,
  Button,
  ButtonLink,
  classNames,
  EmptyState,
  ErrorState,
  IconButton,
  Pagination,
  RelativeTime,
  rows,
  Skeleton,
  toast,
  useBusy,
  walkable,
} from '../ui'
import {
  AtSign,
  Bell,
  Check,
  CheckCheck,
  Heart,
  LayoutList,
  MessageSquare,
  Pencil,
  Quote,
  ShieldCheck,
  UserRound,
  Users,
} from '../ui/icons'
import { PushOffer } from './push/PushOffer'
import { unreadNotifications, unreadSlice } from '../state/unread'
import { InlineReply } from './InlineReply'
import { readNotifications } from './notifications.actions'
import { byDay } from './by-day'
import { notificationsList } from './notifications-list'
import { notificationsSlice } from './notifications.slice'
import { notificationsText } from './notifications.texts'
import { readAllSoon } from './read-all'
import { pathOf } from './paths'
import './notifications.css'

/** A page of the notifications of a group, or of all of them. */
export function NotificationList({
  page,
  group,
  isPanel = false,
}: {
  page: number
  group?: NotificationGroup
  /** True in the panel under the bell, which leads to further pages in its own way. */
  isPanel?: boolean
}) {
  const list = useMemo(() => notificationsList(page, group), [page, group])
  const {
    list: state,
    updates,
    items: notifications = [],
  } = useItems(
    list,
    useForum((read) => read(notificationsSlice).notifications),
  )
  const unread = useForum((read) =>
    group === undefined ? unreadNotifications(read) : (read(notificationsSlice).unreadOf?.[group] ?? 0),
  )
  const id = useId()
  useFollowingCounts(list)
  useBusy(!state || state.status === 'loading')

  if (!state || state.status === 'loading') return <NotificationsSkeleton />
  if (state.status === 'error')
    return (
      <ErrorState
        title={notificationsText('loadFailed')}
        cause={state.error?.message}
        onRetry={updates.refresh}
      />
    )
  if (notifications.length === 0)
    return (
      <EmptyState
        icon={<Bell aria-hidden />}
        title={notificationsText('empty')}
        text={notificationsText('emptyText')}
      >
        <ButtonLink to="/latest">{notificationsText('seeLatest')}</ButtonLink>
      </EmptyState>
    )
  const readAll = async () => {
    const result = await readAllSoon(forum, group, (undo, onGone) => {
      toast.success(notificationsText('readAllDone'), {
        action: { label: notificationsText('undo'), onClick: undo },
        onGone,
      })
    })
    if (result?.ok === false)
      toast.error(notificationsText('readFailed'), { description: result.error.message })
  }
  return (
    <>
      {!isPanel && <PushOffer />}
      <div className="notifications-bar">
        {updates.count > 0 ? (
          <Button size="small" tone="go" onClick={updates.refresh}>
            {notificationsText('news', { count: updates.count })}
          </Button>
        ) : (
          <span className="faint small num">
            {unread > 0 ? notificationsText('unread', { count: unread }) : notificationsText('allRead')}
          </span>
        )}
        <Button
          size="small"
          icon={<CheckCheck aria-hidden />}
          disabled={unread === 0}
          onClick={() => void readAll()}
        >
          {notificationsText('readAll')}
        </Button>
      </div>
      <div onKeyDown={onRowKey}>
        {byDay(notifications).map(({ day, items }) => (
          <section key={day} aria-labelledby={`${id}-${day}`}>
            <h2 id={`${id}-${day}`} className="notifications-day">
              {notificationsText(`days.${day}`)}
            </h2>
            <ul className="notifications">
              {items.map((notification) => (
                <NotificationRow key={notification.id} notification={notification} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {state.pagination && !isPanel && (
        <Pagination
          page={page}
          totalPages={state.pagination.totalPages}
          hrefFor={(to) => {
            const query = new URLSearchParams({
              ...(group && { view: group }),
              ...(to > 1 && { page: String(to) }),
            }).toString()
            return query === '' ? '/notifications' : `/notifications?${query}`
          }}
        />
      )}
    </>
  )
}

/**
 * Reloads the list when a count changes: a notification arrived or was read elsewhere, even if the event was missed.
 */
function useFollowingCounts(list: ReturnType<typeof notificationsList>): void {
  const version = useForum((read) => read(unreadSlice).notifications.version)
  useEffect(() => {
    if (forum.read(listsSlice)[list.key]?.status !== 'ready') return
    // A failed load is retried when the count changes again.
    void revalidateList(forum, list).catch(() => undefined)
  }, [version, list])
}

const ICONS: Record<NotificationKind, ReactNode> = {
  reply: <MessageSquare aria-hidden />,
  quote: <Quote aria-hidden />,
  mention: <AtSign aria-hidden />,
  like: <Heart aria-hidden />,
  follow: <UserRound aria-hidden />,
  board: <LayoutList aria-hidden />,
  answer: <CheckCheck aria-hidden />,
  coauthor: <Users aria-hidden />,
  update: <Pencil aria-hidden />,
  moderation: <ShieldCheck aria-hidden />,
  system: <Bell aria-hidden />,
}

/** Handles the keys of the focused notification: r replies to it, and e marks it as read. */
function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, ctrlKey, metaKey, altKey } = event
  const key = keyOf(event)
  if (!(target instanceof HTMLElement) || ctrlKey || metaKey || altKey || target.matches('textarea, input'))
    return
  const act = key === 'r' ? '.notification-answer' : key === 'e' ? '.notification-read' : null
  const button = act === null ? null : target.closest('.notification')?.querySelector<HTMLElement>(act)
  if (!button) return
  event.preventDefault()
  button.click()
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { id, kind, actor, text, words, thread, isRead, createdAt } = notification
  const isBlocked = useForum(
    (read) => read(sessionSlice).user?.blocked.some((one) => one.id === actor?.id) ?? false,
  )
  const [isReplying, setIsReplying] = useState(false)
  const [replied, setReplied] = useState<Post | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const focusRow = () => {
    row.current?.querySelector<HTMLElement>('.notification-body')?.focus()
  }
  const shown = isBlocked ? null : words
  const path = pathOf(notification)
  const read = () => {
    if (!isRead) void readNotifications(forum, [id])
  }
  const readHere = async () => {
    const result = await readNotifications(forum, [id])
    if (!result.ok) toast.error(notificationsText('readFailed'), { description: result.error.message })
  }
  const body = (
    <BodyBoxes
      face={
        <>
          {actor ? <Avatar user={actor} /> : <span className="notification-forum">{ICONS[kind]}</span>}
          {actor && <span className={`notification-kind notification-${kind}`}>{ICONS[kind]}</span>}
        </>
      }
      text={
        <>
          {!isRead && <span className="visually-hidden">{notificationsText('isUnread')}</span>}
          {text}
        </>
      }
      when={
        <>
          <RelativeTime at={createdAt} />
          {!isRead && (
            <span className="notification-new" aria-hidden>
              {' '}
              {commonText('unreadMark')}
            </span>
          )}
        </>
      }
      excerpt={shown?.excerpt}
    />
  )
  return (
    <li ref={row} className={classNames('notification', !isRead && 'notification-unread')}>
      {path === null ? (
        <div className="notification-body">{body}</div>
      ) : (
        <Link className="notification-body" to={path} onClick={read} {...walkable} tabIndex={0}>
          {body}
        </Link>
      )}
      {!isRead && (
        <IconButton
          className="notification-read"
          label={notificationsText('read')}
          onClick={() => void readHere()}
        >
          <Check aria-hidden />
        </IconButton>
      )}
      {shown && thread && kind !== 'follow' && kind !== 'board' && (
        <div className="notification-acts">
          {replied ? (
            <Link className="live" to={`/posts/${replied.id}`}>
              <Check aria-hidden /> {notificationsText('replied', { n: replied.number })}
            </Link>
          ) : isReplying ? (
            <InlineReply
              threadId={thread.id}
              postId={shown.postId}
              onSent={(post) => {
                setReplied(post)
                setIsReplying(false)
                read()
                focusRow()
              }}
              onClose={() => {
                setIsReplying(false)
                focusRow()
              }}
            />
          ) : (
            <button
              type="button"
              className="notification-answer"
              onClick={() => {
                setIsReplying(true)
              }}
            >
              {notificationsText('replyHere')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function NotificationsSkeleton() {
  return (
    <Skeleton>
      <div className="notifications-bar">
        <Bone width="5em" />
        <Bone width="8em" height="30px" />
      </div>
      <ul className="notifications">
        {rows(8, (index) => (
          <li key={index} className="notification">
            <span className="notification-body">
              <BodyBoxes
                face={<Bone width="36px" height="36px" round />}
                text={<Bone width={index % 3 === 1 ? '58%' : '76%'} />}
                when={<Bone width="4em" />}
                excerpt={<Bone width="9em" />}
              />
            </span>
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}

/** The boxes of a notification's body. */
function BodyBoxes({
  face,
  text,
  when,
  excerpt,
}: {
  face: ReactNode
  text: ReactNode
  when: ReactNode
  excerpt: ReactNode
}) {
  return (
    <>
      <span className="notification-face">{face}</span>
      <span className="notification-words">
        <span className="notification-text">{text}</span>
        <span className="notification-when faint small">{when}</span>
        {excerpt !== undefined && <span className="notification-excerpt">{excerpt}</span>}
      </span>
    </>
  )
}
