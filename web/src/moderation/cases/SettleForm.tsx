import { type Case, type Settlement } from '@forum/shared/contract'
import { isBlank } from '@forum/shared/text'
import { useId } from 'react'
import { commonText } from '../../lib/i18n'
import { Button, type Form, FormError, sharedClock } from '../../ui'
import { endOf, type Sentence } from '../discipline/spans'
import { SpanChoice } from '../discipline/SpanChoice'
import { type GivenReason, ReasonChoice, reasonProblem } from '../../threads'
import { keyOfAct } from './acts'
import { casesText } from './cases.texts'
import { actHint, actName } from './describe'

/** What is chosen to settle a case. */
export interface Settling {
  action: Settlement | null
  span: Omit<Sentence, 'measure'>
  reason: GivenReason
}

/** Whether an act lasts for a time. */
export const measureOf = (action: Settlement | null): Sentence['measure'] | null => {
  if (action === 'mute_user') return 'mute'
  return action === 'ban_user' ? 'ban' : null
}

/** When what is chosen ends; null for an act that does not, undefined for an end that is not in the future. */
export const endOfSettling = ({ action, span }: Settling): Date | null | undefined => {
  const measure = measureOf(action)
  return measure ? endOf({ ...span, measure }, sharedClock.now()) : null
}

/** What is wrong with the reason; a dismissal needs none. */
export const reasonProblemOf = ({ action, reason }: Settling): string | null => {
  if (action === 'dismiss' && reason.preset === null && isBlank(reason.words)) return null
  return reasonProblem(reason)
}

/** How a case is settled: one act, how long it lasts, and the reason. */
export function SettleForm({
  of,
  acts,
  form,
  onSettle,
  onCancel,
}: {
  of: Case
  acts: readonly Settlement[]
  form: Form<Settling>
  onSettle: () => void
  /** Closes the sheet that the form is in. */
  onCancel?: () => void
}) {
  const name = useId()
  const { action, span, reason } = form.values
  const measure = measureOf(action)
  return (
    <form
      noValidate
      className="settle"
      aria-label={casesText('settle')}
      onSubmit={(event) => {
        event.preventDefault()
        onSettle()
      }}
    >
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
                form.set({ action: one })
              }}
            />
            {actName(of, one)}
            <small className="faint">{actHint(of, one)}</small>
            <kbd aria-hidden>{keyOfAct(one)}</kbd>
          </label>
        ))}
      </fieldset>
      {measure && (
        <SpanChoice
          value={{ ...span, measure }}
          problem={form.isTried}
          onChange={(sentence) => {
            form.set({ span: sentence })
          }}
        />
      )}
      <ReasonChoice
        value={reason}
        help={casesText('reasonHelp')}
        problem={form.isTried ? reasonProblemOf(form.values) : null}
        onChange={(to) => {
          form.set({ reason: to })
        }}
      />
      <p className="told">{casesText('told', { count: of.reports.length })}</p>
      <FormError>{form.problem}</FormError>
      <div className="settle-foot">
        {onCancel && <Button onClick={onCancel}>{commonText('cancel')}</Button>}
        <Button
          type="submit"
          tone={action === 'dismiss' ? 'plain' : 'go'}
          disabled={action === null}
          busy={form.isBusy}
        >
          {action === null || action === 'dismiss'
            ? casesText('goDismiss')
            : casesText('go', { act: actName(of, action) })}
          <kbd aria-hidden>Ctrl ⏎</kbd>
        </Button>
      </div>
    </form>
  )
}
