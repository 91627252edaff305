import { type Case } from '@forum/shared/contract'
import { Avatar, Button, localTime, useSecondsUntil } from '../../ui'
import { CircleAlert } from '../../ui/icons'
import { useSession } from '../../state/session'
import { casesText } from './cases.texts'
import { reasonSuffix, claimantOf } from './describe'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The line above a case: the moderator who handles it, or has settled it. */
export function CaseClaim({
  reportCase,
  now,
  isTooLate,
  onClaim,
  onRelease,
}: {
  reportCase: Case
  now: number
  /** True if another moderator's act came first. */
  isTooLate: boolean
  onClaim: () => void
  onRelease: () => void
}) {
  const me = useSession().user
  const { status, handledBy, handledAt, action, reason, claimedUntil } = reportCase
  const seconds = useSecondsUntil(claimedUntil === null ? null : Date.parse(claimedUntil))
  const claimant = claimantOf(reportCase, now)
  if (status !== 'open' && handledBy && action !== null && handledAt !== null) {
    const values = {
      name: handledBy.displayName,
      act: casesText(`done.${action}`),
      reason: reasonSuffix(reason),
    }
    return isTooLate ? (
      <p className="case-claim case-claim-late" role="alert">
        <CircleAlert aria-hidden />
        <span>{casesText('tooLate', values)}</span>
      </p>
    ) : (
      <p className="case-claim">
        <Avatar user={handledBy} size="small" />
        <span>{casesText('handled', { ...values, time: localTime(handledAt) })}</span>
      </p>
    )
  }
  if (!claimant)
    return (
      <p className="case-claim">
        <span>{casesText('unclaimed')}</span>
        <Button size="small" className="case-claim-act" onClick={onClaim}>
          {casesText('claim')} <kbd aria-hidden>c</kbd>
        </Button>
      </p>
    )
  const isMine = claimant.id === me?.id
  return (
    <p className={`case-claim case-claim-${isMine ? 'mine' : 'other'}`} role="status">
      <Avatar user={claimant} size="small" />
      <span>{isMine ? casesText('claimed') : casesText('othersClaim', { name: claimant.displayName })}</span>
      <span className="num case-claim-act" aria-hidden>
        {casesText('endsIn', { time: clock(seconds) })}
      </span>
      {isMine && (
        <Button size="small" onClick={onRelease}>
          {casesText('release')} <kbd aria-hidden>c</kbd>
        </Button>
      )}
    </p>
  )
}
