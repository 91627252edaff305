import { NOTIFICATION_GROUPS, type NotificationGroup } from '@forum/shared/notification-kinds'
import { useForum } from '../store'
import { Count } from '../ui'
import { notificationsSlice } from './notifications.slice'
import { notificationsText } from './notifications.texts'

export const GROUPS = Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[]

/** The name of a group, with the number of its unread notifications. */
export function GroupLabel({ group }: { group: NotificationGroup }) {
  const count = useForum((read) => read(notificationsSlice).unreadOf?.[group] ?? 0)
  return (
    <>
      {notificationsText(`groups.${group}`)}
      {count > 0 && (
        <span className="live num">
          {' '}
          <Count value={count} />
        </span>
      )}
    </>
  )
}
