import { type Case, type Settlement } from '@forum/shared/contract'
import { Button } from '../../ui'
import { casesText } from './cases.texts'

const QUICK: Record<Case['kind'], readonly Settlement[]> = {
  post: ['delete_post', 'mute_user', 'dismiss'],
  message: ['ban_user', 'mute_user', 'dismiss'],
  member: ['ban_user', 'mute_user', 'dismiss'],
  complaint: ['delete_post', 'other', 'dismiss'],
}

/** The acts at the lower edge of a phone, within reach of the thumb. Each opens the sheet, which has all of them. */
export function CaseActs({
  reportCase,
  acts,
  onAct,
}: {
  reportCase: Case
  acts: readonly Settlement[]
  /** Opens the sheet with this act chosen, or with the previous choice. */
  onAct: (act: Settlement | null) => void
}) {
  const quick = QUICK[reportCase.kind].filter((act) => acts.includes(act))
  return (
    <div className="case-acts" role="group" aria-label={casesText('settle')}>
      {quick.map((act) => (
        <Button
          key={act}
          tone={act === 'delete_post' ? 'danger' : 'plain'}
          onClick={() => {
            onAct(act)
          }}
        >
          {casesText(`short.${act}`)}
        </Button>
      ))}
      {quick.length < acts.length && (
        <Button
          onClick={() => {
            onAct(null)
          }}
        >
          {casesText('more')}
        </Button>
      )}
    </div>
  )
}
