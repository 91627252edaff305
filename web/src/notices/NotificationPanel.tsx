import { type NotificationGroup } from '@forum/shared/notification-kinds'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { keyOf } from '../lib/keys'
import { Tabs, useListener } from '../ui'
import { GROUPS, GroupLabel } from './groups'
import { NotificationList } from './NotificationList'
import { notificationsText } from './notifications.texts'
import './notification-panel.css'

/** The newest notifications, under the bell of a wide page. */
export function NotificationPanel({ onClose }: { onClose: (takesFocus: boolean) => void }) {
  const [view, setView] = useState<'list' | NotificationGroup>('list')
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.focus()
  }, [])
  const closeOutside = ({ target }: Event) => {
    const isInside =
      target instanceof Element && target.closest('.notification-panel, .notification-bell, .toast')
    if (!isInside) onClose(false)
  }
  useListener(document, 'pointerdown', closeOutside)
  useListener(document, 'focusin', closeOutside)
  const { key } = useLocation()
  const [openedAt] = useState(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (key !== openedAt) close(false)
  }, [key, openedAt])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return
    const isTyping = target instanceof Element && target.matches('textarea, input')
    if (keyOf(event) === 'Escape' || (keyOf(event) === 'b' && !isTyping)) {
      event.preventDefault()
      onClose(true)
    } else if (!isTyping && (keyOf(event) === 'j' || keyOf(event) === 'k')) {
      event.preventDefault()
      walkRows(panel.current, keyOf(event) === 'j' ? 1 : -1)
    }
  }
  return (
    <div
      ref={panel}
      className="notification-panel"
      role="dialog"
      aria-label={notificationsText('title')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Tabs
        label={notificationsText('title')}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: 'list',
            label: notificationsText('groups.all'),
            panel: <NotificationList page={1} isPanel />,
          },
          ...GROUPS.map((group) => ({
            value: group,
            label: <GroupLabel group={group} />,
            panel: <NotificationList key={group} group={group} page={1} isPanel />,
          })),
        ]}
      />
      <p className="notification-panel-foot">
        <Link className="link" to="/notifications">
          {notificationsText('seeAll')}
        </Link>
        <Link to="/notifications?view=settings">{notificationsText('settings')}</Link>
      </p>
    </div>
  )
}

/** Moves the focus to the next (1) or previous (-1) notification. */
function walkRows(panel: HTMLElement | null, step: 1 | -1): void {
  const stops = [...(panel?.querySelectorAll<HTMLElement>('a.notification-body') ?? [])]
  const row = document.activeElement?.closest('.notification')
  const at = stops.findIndex((stop) => row?.contains(stop))
  stops[Math.max(0, Math.min(at + step, stops.length - 1))]?.focus()
}
