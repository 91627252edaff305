import { type RevokedReason } from '@forum/shared/events'
import { systemClock } from '@forum/shared/clock'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { rememberPlace } from '../../lib/session'
import { forum, sessionSlice, useForum } from '../../store'
import { announce, Button } from '../../ui'
import { liveText } from './live.texts'
import { dismissSessionEnd } from '../session'
import { liveSlice } from './live.slice'
import './live.css'

/** Interruptions shorter than this are not shown: most connections are back before a reader notices. */
const UNNOTICED_MS = 5_000
const PAUSED_AFTER_MS = 60_000
const RESTORED_SHOWN_MS = 3_000

const ENDED_TEXTS = {
  banned: 'revokedBanned',
  logout: 'revokedLogout',
  password: 'revokedPassword',
  expired: 'revokedExpired',
  role: 'revokedExpired',
} as const satisfies Record<RevokedReason, string>

type Notice = 'none' | 'reconnecting' | 'paused' | 'restored'

/** Shows the state of the connection, the reason why a session ended, and that the forum was updated. */
export function ConnectionNotice() {
  const notice = useConnectionNotice()
  const endedBecause = useForum((read) => read(sessionSlice).endedBecause)
  const hasNewBuild = useForum((read) => read(liveSlice).hasNewBuild)

  if (endedBecause !== null)
    return (
      <div className="live-notice live-notice-ended" role="alert">
        <span>{liveText(ENDED_TEXTS[endedBecause])}</span>
        <Link
          to="/login"
          className="live-notice-act"
          onClick={() => {
            rememberPlace()
          }}
        >
          {liveText('signInAgain')}
        </Link>
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            dismissSessionEnd(forum)
          }}
        >
          {liveText('dismiss')}
        </Button>
      </div>
    )
  if (notice !== 'none')
    return (
      <div className={`live-notice live-notice-${notice}`} role="status">
        <span>{liveText(notice)}</span>
      </div>
    )
  if (hasNewBuild)
    return (
      <div className="live-notice" role="status">
        <span>{liveText('newVersion')}</span>
        <Button
          tone="quiet"
          size="small"
          onClick={() => {
            location.reload()
          }}
        >
          {liveText('refresh')}
        </Button>
      </div>
    )
  return null
}

/** Returns nothing for five seconds, then `reconnecting`, after a minute `paused`, and `restored` once it is back. */
function useConnectionNotice(): Notice {
  const lostAt = useForum((read) => read(liveSlice).connection.lostAt)
  const [{ notice, seenLostAt }, setShown] = useState<{ notice: Notice; seenLostAt: number | null }>({
    notice: 'none',
    seenLostAt: lostAt,
  })
  const setNotice = (next: Notice) => {
    setShown((before) => ({ ...before, notice: next }))
  }
  if (seenLostAt !== lostAt) {
    const isBack = lostAt === null && notice !== 'none'
    setShown({ seenLostAt: lostAt, notice: isBack ? 'restored' : notice })
  }
  useEffect(() => {
    if (lostAt === null) {
      const timer = setTimeout(() => {
        setNotice('none')
      }, RESTORED_SHOWN_MS)
      return () => {
        clearTimeout(timer)
      }
    }
    const lostFor = systemClock.now().getTime() - lostAt
    const timers = [
      setTimeout(
        () => {
          setNotice('reconnecting')
        },
        Math.max(0, UNNOTICED_MS - lostFor),
      ),
      setTimeout(
        () => {
          setNotice('paused')
        },
        Math.max(0, PAUSED_AFTER_MS - lostFor),
      ),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [lostAt])
  useEffect(() => {
    if (notice !== 'none') announce(liveText(notice))
  }, [notice])
  return notice
}
