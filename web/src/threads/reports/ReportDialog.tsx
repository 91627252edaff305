import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useId } from 'react'
import { type Result } from '../../lib/result'
import { Counter, Field, FormDialog, toast, useForm, useIsWide } from '../../ui'
import { type GivenReason, NO_REASON, reasonOf, REASONS } from '../reasons/reason'
import { reasonText } from '../reasons/reason.texts'
import { reportText } from './report.texts'
import '../../ui/chip.css'
import './reports.css'

/** Returns the problem of the reason of a report; undefined if there is none. */
function problemOf(given: GivenReason): string | undefined {
  const reason = reasonOf(given)
  if (reason === '') return reportText(given.preset === 'other' ? 'detailsMissing' : 'missing')
  return countCharacters(reason) > REASON_MAX ? reportText('tooLong', { max: REASON_MAX }) : undefined
}

/** Reports something to the moderators: one of the usual reasons, the member's own words, or both. */
export function ReportDialog({
  title,
  send,
  onClose,
}: {
  title: string
  send: (reason: string) => Promise<Result<void>>
  onClose: () => void
}) {
  const name = useId()
  const form = useForm({
    initial: NO_REASON,
    check: (given) => ({ form: problemOf(given) }),
    send: (given) => send(reasonOf(given)),
    onSent: () => {
      toast.success(reportText('done'))
      onClose()
    },
    fieldOf: null,
  })
  const { preset, words } = form.values
  const length = countCharacters(reasonOf(form.values))
  const isEnough = preset !== null && preset !== 'other'
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      note={reportText('text')}
      shape={useIsWide() ? 'box' : 'sheet'}
      submit={reportText('submit')}
    >
      <div className="report">
        <fieldset className="report-kinds">
          <legend>{reportText('reason')}</legend>
          {REASONS.map((one) => (
            <label key={one} className="chip report-kind" data-checked={preset === one}>
              <input
                type="radio"
                name={name}
                value={one}
                checked={preset === one}
                onChange={() => {
                  form.set({ preset: one })
                }}
              />
              {reasonText(one)}
            </label>
          ))}
        </fieldset>
        <Field
          label={reportText('details')}
          optional={isEnough}
          required={!isEnough}
          error={length > REASON_MAX ? problemOf(form.values) : undefined}
          aside={<Counter count={length} max={REASON_MAX} />}
        >
          {(control) => (
            <textarea
              {...control}
              className="input report-words"
              rows={3}
              value={words}
              onChange={(event) => {
                form.set({ words: event.target.value })
              }}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
