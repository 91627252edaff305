import { localTime } from '../../ui'
import { type ThreadRow } from '../../state/thread-copy'
import { paceText } from './pace.texts'
import { spanText } from './spans'
import './pace.css'

/** The limits of a thread for a member who is about to reply: slow mode, and the time when it will be locked. */
export function PaceNote({ thread }: { thread: ThreadRow }) {
  const { slowSeconds, lockAt, closeAfterDays } = thread
  const parts = [
    slowSeconds !== null && paceText('slowNote', { span: spanText(slowSeconds) }),
    lockAt !== null && paceText('lockNote', { time: localTime(lockAt) }),
    closeAfterDays !== null && paceText('closeNote', { days: closeAfterDays }),
  ].filter((part) => part !== false)
  if (parts.length === 0) return null
  return <p className="pace-note small num">{parts.join(' ')}</p>
}

/** The time when a locked thread will be unlocked. */
export function UnlockNote({ thread: { unlockAt } }: { thread: ThreadRow }) {
  if (unlockAt === null) return null
  return <span className="num">{paceText('unlockNote', { time: localTime(unlockAt) })}</span>
}
