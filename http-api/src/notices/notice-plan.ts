import { EVENT_IDS_MAX, partsMaxOf, type Notice, type ShownNotification } from './notifications.model'

/** A notification that grows beyond this is not shown again; pages show it when they next read the list. */
export const SHOWN_PARTS_MAX = 10

/** Notices that one member's notification of a key is to contain. */
export interface Wanted {
  userId: number
  key: string
  notices: readonly Notice[]
}

/** A stored notification, as far as it matters to some notices. */
export interface Held extends ShownNotification {
  /** Its parts; none if it is not shown again (`isShown`). */
  parts: ShownNotification['parts']
  size: number
  /** One of the notices created it. */
  isNew: boolean
  isShown: boolean
  /** Those of the notices' events that it contains. */
  eventIds: readonly string[]
  /** Those of the notices' actors whom it lists. */
  actorIds: readonly number[]
}

/** A notification that contains notices, as it is shown. */
export interface StoredNotification {
  notification: ShownNotification
  /** The events of the notices that it contains. */
  eventIds: readonly string[]
  /** One of these notices created it. */
  isNew: boolean
}

/** Notices to add to unread notifications of one size, which therefore change in the same way. */
export interface Addition {
  ids: number[]
  size: number
  notices: readonly Notice[]
}

/** The writes that notices need, and the notifications to show once they are done. */
export interface Plan {
  additions: Addition[]
  insertions: Wanted[]
  stored: StoredNotification[]
}

/**
 * Returns how notifications come to contain notices, given what their members hold. A notice that a notification
 * contains, read or not, is not added again, and neither is another like by a member whom it lists. A notification that
 * lists as many events as it may is not changed.
 */
export function planOf(wanted: readonly Wanted[], held: readonly Held[]): Plan {
  const byMember = new Map<number, Held[]>()
  for (const one of held) byMember.set(one.userId, [...(byMember.get(one.userId) ?? []), one])
  const additions = new Map<string, Addition>()
  const plan: Plan = { additions: [], insertions: [], stored: [] }
  for (const { userId, key, notices } of wanted) {
    const all = byMember.get(userId) ?? []
    const target = all.find((one) => one.key === key && !one.isRead)
    const missing = notices.filter((notice) => !all.some((one) => contains(one, notice)))
    const isFull = target !== undefined && target.size >= partsMaxOf(target.kind)
    const added = isFull ? [] : missing
    if (!target && added.length > 0) plan.insertions.push({ userId, key, notices: added })
    if (!target) continue
    if (added.length > 0) {
      const group = `${target.size} ${key} ${added.map(({ eventId }) => eventId).join()}`
      const addition = additions.get(group)
      if (addition) addition.ids.push(target._id)
      else additions.set(group, { ids: [target._id], size: target.size, notices: added })
    }
    const extended = grown(target, added)
    const isShown = target.isNew || extended.notification.parts.length <= SHOWN_PARTS_MAX
    if (target.isShown && isShown && extended.eventIds.length > 0) plan.stored.push(extended)
  }
  return { ...plan, additions: [...additions.values()] }
}

/** Returns a new notification of notices of one key. */
export function notificationOf(
  _id: number,
  { userId, notices }: Wanted,
): ShownNotification & { eventIds: string[] } {
  const last = notices.at(-1)
  if (!last) throw new Error('a notification has an event')
  const { eventId: _eventId, userIds: _userIds, part: _part, ...about } = last
  return {
    ...about,
    _id,
    userId,
    parts: partsOf(notices).slice(0, partsMaxOf(last.kind)),
    eventIds: notices.map(({ eventId }) => eventId).slice(-EVENT_IDS_MAX),
    isRead: false,
  }
}

export const partsOf = (notices: readonly Notice[]) => notices.flatMap(({ part }) => part ?? [])

const contains = ({ key, eventIds, actorIds }: Held, notice: Notice) =>
  eventIds.includes(notice.eventId) ||
  (notice.kind === 'like' &&
    key === notice.key &&
    notice.part !== null &&
    actorIds.includes(notice.part.actorId))

/** Returns a notification as it is once notices are added. */
function grown(
  { size: _size, isShown: _isShown, isNew, eventIds, actorIds: _, ...held }: Held,
  added: readonly Notice[],
): StoredNotification {
  return {
    notification: {
      ...held,
      parts: [...held.parts, ...partsOf(added)].slice(0, partsMaxOf(held.kind)),
      at: added.reduce((at, notice) => (notice.at > at ? notice.at : at), held.at),
    },
    eventIds: [...eventIds, ...added.map(({ eventId }) => eventId)],
    isNew,
  }
}
