import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useId } from 'react'
import { Chips, Counter } from '../../ui'
import { type GivenReason, reasonOf, reasonOptions } from './reason'
import { reasonText } from './reason.texts'
import './reasons.css'

/** Chooses one of the usual reasons, by digit or press, with room for a moderator's own words. */
export function ReasonChoice({
  value,
  help,
  problem,
  onChange,
}: {
  value: GivenReason
  /** Who sees the reason. */
  help: string
  /** What is wrong with it, once it was sent. */
  problem?: string | null | undefined
  onChange: (value: GivenReason) => void
}) {
  const id = useId()
  const length = countCharacters(reasonOf(value))
  return (
    <fieldset className="reasons" aria-describedby={`${id}-problem`}>
      <legend>
        {reasonText('label')} <small className="faint">{help}</small>
      </legend>
      <Chips
        options={reasonOptions()}
        value={value.preset}
        hasKeys
        onPress={(one) => {
          onChange({ ...value, preset: value.preset === one ? null : one })
        }}
      />
      <textarea
        className="input reasons-words"
        rows={2}
        aria-label={reasonText('words')}
        aria-invalid={problem ? true : undefined}
        placeholder={reasonText('words')}
        value={value.words}
        onChange={(event) => {
          onChange({ ...value, words: event.target.value })
        }}
      />
      <div className="field-below">
        <p id={`${id}-problem`} className="field-error" aria-live="polite">
          {problem}
        </p>
        {length > REASON_MAX && <Counter count={length} max={REASON_MAX} />}
      </div>
    </fieldset>
  )
}
