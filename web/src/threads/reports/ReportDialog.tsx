import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useId, useState } from 'react'
import { forum } from '../../store'
import { Counter, Field, toast } from '../../ui'
import { type Reason, REASONS } from '../reasons/reason'
import { reasonText } from '../reasons/reason.texts'
import { ActDialog } from '../thread-actions/ActDialog'
import { reportText } from './report.texts'
import { type PostEntity } from '../../state/thread-copy'
import { reportPost } from './reports.actions'
import '../../ui/chip.css'
import './reports.css'

/** Reports a post to the moderators: one of the usual reasons, the member's own words, or both. */
export function ReportDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const [kind, setKind] = useState<Reason | null>(null)
  const [details, setDetails] = useState('')
  const name = useId()
  const usual = kind === null || kind === 'other' ? '' : reasonText(kind)
  const reason = [usual, trimText(details)].filter(Boolean).join('：')
  const length = countCharacters(reason)
  const tooLong = length > REASON_MAX ? reportText('tooLong', { max: REASON_MAX }) : null
  const missing = reason === '' ? reportText(kind === 'other' ? 'detailsMissing' : 'missing') : null
  const report = async () => {
    const result = await reportPost(forum, post.id, reason)
    if (result.ok) toast.success(reportText('done'))
    return result
  }
  return (
    <ActDialog
      title={post.isOpeningPost ? reportText('opening') : reportText('reply', { n: post.number })}
      text={reportText('text')}
      confirmLabel={reportText('submit')}
      asksReason={false}
      onClose={onClose}
      onConfirm={report}
      check={() => missing ?? tooLong}
    >
      <fieldset className="report-kinds">
        <legend>{reportText('reason')}</legend>
        {REASONS.map((one) => (
          <label key={one} className="chip report-kind" data-checked={kind === one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={kind === one}
              onChange={() => {
                setKind(one)
              }}
            />
            {reasonText(one)}
          </label>
        ))}
      </fieldset>
      <Field
        label={reportText('details')}
        optional={usual !== ''}
        required={usual === ''}
        error={tooLong ?? undefined}
        aside={<Counter count={length} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={3}
            value={details}
            onChange={(event) => {
              setDetails(event.target.value)
            }}
          />
        )}
      </Field>
    </ActDialog>
  )
}
