import { MINUTE_MS } from '@forum/shared/clock'
import { type Held } from '@forum/shared/contract'
import { useEffect } from 'react'
import { type List, revalidateList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import { sharedClock } from '../../ui'
import { UnreadBadge } from '../../state/unread'
import { heldQueueSlice } from './held-queue.slice'
import { heldBadgeText } from './held-badge.texts'

/** What waits for the reader's decision: its number, and the oldest. */
const waiting: List<Held> = {
  key: 'held for the badge',
  room: { kind: 'moderation' },
  applyItem: (write, held) => {
    write(heldQueueSlice).held[held.id] = held
  },
  async read({ call }) {
    const { held, pagination } = await call('listHeld', { query: { limit: 1 } })
    return { items: held, pagination }
  },
}

/** Several events within this time lead to one read. */
const SETTLES_MS = 300

/** The number of texts that wait, and since when the oldest does; renders nothing at zero. */
export function HeldBadge() {
  const { list } = useList(waiting)
  const count = list?.pagination?.total ?? 0
  const { changes, held } = useForum((read) => read(heldQueueSlice))
  const oldest = held[list?.ids[0] ?? 0]
  useEffect(() => {
    if (changes === 0) return undefined
    const timer = setTimeout(() => {
      revalidateList(forum, waiting).catch(() => undefined)
    }, SETTLES_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [changes])
  if (count === 0) return null
  const minutes = oldest ? Math.floor((sharedClock.now() - Date.parse(oldest.createdAt)) / MINUTE_MS) : 0
  return (
    <>
      <UnreadBadge count={count} label={heldBadgeText('waiting', { count })} />
      {minutes > 0 && <small className="faint"> {age(minutes)}</small>}
    </>
  )
}

const age = (minutes: number): string =>
  minutes < 60
    ? heldBadgeText('minutes', { minutes })
    : heldBadgeText('hours', { hours: Math.floor(minutes / 60) })
