import { type Case } from '@forum/shared/contract'
import { useId } from 'react'
import { ActForm } from '../../threads'
import { Field } from '../../ui'
import { keyOfAct } from './acts'
import { casesText } from './cases.texts'
import { actHint, actName } from './describe'
import { type CasePaneModel } from './use-case-pane'

/** The form that settles a case: the choice of an act, and its fields. */
export function CaseForm({
  reportCase,
  pane: { acts, action, setAction, answer, setAnswer, form },
  onCancel,
}: {
  reportCase: Case
  pane: CasePaneModel
  /** Closes the sheet that the form is in. */
  onCancel?: () => void
}) {
  const name = useId()
  const isDismissal = action === null || action === 'dismiss'
  const { complaint } = reportCase
  return (
    <ActForm
      form={form}
      label={casesText('settle')}
      className="settle"
      choice={
        <fieldset className="settle-acts">
          <legend>{casesText('settle')}</legend>
          {acts.map((one) => (
            <label key={one} className="settle-act">
              <input
                type="radio"
                name={name}
                value={one}
                checked={action === one}
                onChange={() => {
                  setAction(one)
                }}
              />
              {actName(reportCase, one)}
              <small className="faint">{actHint(reportCase, one)}</small>
              <kbd aria-hidden>{keyOfAct(one)}</kbd>
            </label>
          ))}
        </fieldset>
      }
      reasonHelp={casesText('reasonHelp')}
      submit={
        isDismissal
          ? casesText('goDismiss')
          : casesText(action === 'other' ? 'goOther' : 'go', { act: actName(reportCase, action) })
      }
      {...(action === 'dismiss' ? { tone: 'plain' } : {})}
      isOff={action === null}
      {...(onCancel ? { onCancel } : {})}
    >
      {complaint ? (
        <>
          {complaint.isMailed && (
            <Field label={casesText('complaint.answer')} optional>
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  rows={3}
                  value={answer}
                  onChange={({ target }) => {
                    setAnswer(target.value)
                  }}
                />
              )}
            </Field>
          )}
          <p className="told">{casesText(complaint.isMailed ? 'complaint.mailed' : 'complaint.byHand')}</p>
        </>
      ) : (
        <p className="told">{casesText('told', { count: reportCase.reports.length })}</p>
      )}
    </ActForm>
  )
}
