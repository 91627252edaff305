import { MINUTE_MS } from '@forum/shared/clock'
import { sharedClock } from '../../ui'
import { UnreadBadge } from '../../state/unread'
import { useOpenCases, useOpenWork, useWaitingHeld } from './open-work'
import { openWorkText } from './open-work.texts'

/** The number of everything that waits for a moderator; renders nothing at zero. */
export function OpenWorkBadge() {
  const { cases, held } = useOpenWork()
  return <UnreadBadge count={cases + held} label={openWorkText('both', { cases, held })} />
}

/** The number of open reports; renders nothing at zero. */
export function OpenCasesBadge() {
  const count = useOpenCases()
  return <UnreadBadge count={count} label={openWorkText('cases', { count })} />
}

/** The number of texts that wait for approval, and the waiting time of the oldest; renders nothing at zero. */
export function HeldBadge() {
  const { count, since } = useWaitingHeld()
  if (count === 0) return null
  const minutes = since ? Math.floor((sharedClock.now() - Date.parse(since)) / MINUTE_MS) : 0
  return (
    <>
      <UnreadBadge count={count} label={openWorkText('held', { count })} />
      {minutes > 0 && <small className="faint"> {age(minutes)}</small>}
    </>
  )
}

const age = (minutes: number): string =>
  minutes < 60
    ? openWorkText('minutes', { minutes })
    : openWorkText('hours', { hours: Math.floor(minutes / 60) })
