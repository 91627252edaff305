import { type Notification, type NotificationKind } from '@forum/shared/contract'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { listsSlice, revalidateList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import {
  Avatar,
  Bone,
  Breadcrumb,
  Button,
  ButtonLink,
  classNames,
  EmptyState,
  ErrorState,
  IconButton,
  PageHeading,
  Pagination,
  readPage,
  RelativeTime,
  rows,
  Skeleton,
  Tabs,
  toast,
  useBusy,
  usePageTitle,
  walkable,
} from '../../ui'
import {
  AtSign,
  Bell,
  Check,
  CheckCheck,
  Heart,
  MessageSquare,
  Quote,
  ShieldCheck,
  UserRound,
} from '../../ui/icons'
import { PushOffer } from '../push'
import { notificationsList, notificationsSlice } from './notifications.slice'
import { notificationsText } from './notifications.texts'
import { unreadSlice } from '../unread'
import { NotificationSettings } from './NotificationSettings'
import { pathOf } from './paths'
import { readNotifications } from './notifications.actions'
import './notifications.css'

const VIEWS = ['list', 'settings'] as const

/** `/notifications`: the member's notifications and their settings. */
export function NotificationsScreen() {
  const [query, setQuery] = useSearchParams()
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'list'
  usePageTitle(notificationsText('title'))
  return (
    <>
      <Breadcrumb trail={[{ label: notificationsText('title') }]} />
      <PageHeading title={notificationsText('title')} />
      <Tabs
        label={notificationsText('title')}
        value={view}
        onChange={(to) => {
          setQuery(to === 'list' ? {} : { view: to }, { replace: true })
        }}
        tabs={[
          {
            value: 'list',
            label: notificationsText('all'),
            panel: <NotificationList page={readPage(query.get('page'))} />,
          },
          { value: 'settings', label: notificationsText('settings'), panel: <NotificationSettings /> },
        ]}
      />
    </>
  )
}

function NotificationList({ page }: { page: number }) {
  const list = useMemo(() => notificationsList(page), [page])
  const { list: state, updates } = useList(list)
  const known = useForum((read) => read(notificationsSlice).notifications)
  const unread = useForum((read) => read(unreadSlice).notifications.count)
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
  const notifications = state.ids.flatMap((id) => known[id] ?? [])
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
    const result = await readNotifications(forum, null)
    if (!result.ok) toast.error(notificationsText('readFailed'), { description: result.error.message })
  }
  return (
    <>
      <PushOffer />
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
      <ul className="notifications">
        {notifications.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
      {state.pagination && (
        <Pagination
          page={page}
          totalPages={state.pagination.totalPages}
          hrefFor={(to) => (to === 1 ? '/notifications' : `/notifications?page=${to}`)}
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
  moderation: <ShieldCheck aria-hidden />,
  system: <Bell aria-hidden />,
}

function NotificationRow({ notification }: { notification: Notification }) {
  const { id, kind, actor, text, isRead, createdAt } = notification
  const path = pathOf(notification)
  const read = () => {
    if (!isRead) void readNotifications(forum, [id])
  }
  const readHere = async () => {
    const result = await readNotifications(forum, [id])
    if (!result.ok) toast.error(notificationsText('readFailed'), { description: result.error.message })
  }
  const body = (
    <>
      <span className="notification-face">
        {actor ? <Avatar user={actor} /> : <span className="notification-forum">{ICONS[kind]}</span>}
        {actor && <span className={`notification-kind notification-${kind}`}>{ICONS[kind]}</span>}
      </span>
      <span className="notification-words">
        <span className="notification-text">
          {!isRead && <span className="visually-hidden">{notificationsText('isUnread')}</span>}
          {text}
        </span>
        <span className="faint small">
          {notificationsText(`kinds.${kind}`)} · <RelativeTime at={createdAt} />
        </span>
      </span>
    </>
  )
  return (
    <li className={classNames('notification', !isRead && 'notification-unread')}>
      {path === null ? (
        <div className="notification-body">{body}</div>
      ) : (
        <Link className="notification-body" to={path} onClick={read} {...walkable} tabIndex={0}>
          {body}
        </Link>
      )}
      {!isRead && (
        <IconButton label={notificationsText('read')} onClick={() => void readHere()}>
          <Check aria-hidden />
        </IconButton>
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
              <Bone width="36px" height="36px" round />
              <span className="notification-words">
                <Bone width={index % 3 === 1 ? '58%' : '76%'} />
                <Bone width="9em" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Skeleton>
  )
}
