import { commonText } from '../../lib/i18n'
import { useForum } from '../../store'
import { unreadSlice } from './unread.slice'
import './unread-badge.css'

/** Higher counts are shown as 99+. */
const SHOWN_MAX = 99

/** The number of unread messages, on the link to them; renders nothing at zero. */
export function UnreadMessagesBadge() {
  const count = useForum((read) => read(unreadSlice).messages.count)
  return <UnreadBadge count={count} label={commonText('unreadMessages', { count })} />
}

/** An unread count for a link, after a green 新; renders nothing at zero. `label` is the accessible text. */
export function UnreadBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="unread-badge num">
      <span data-word={commonText('unreadMark')} aria-hidden>
        {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
