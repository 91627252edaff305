import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { keyOf } from '../../lib/keys'
import { Chips, Counter, useListener } from '../../ui'
import { isCovered } from './is-covered'
import { type GivenReason, reasonAt, reasonOf, reasonOptions } from './reason'
import { reasonText } from './reason.texts'
import './reasons.css'

const TEXTS = 'textarea, select, input:not([type="radio"]):not([type="checkbox"])'

/** Chooses one of the usual reasons, by digit or press, with room for a moderator's own words. */
export function ReasonChoice({
  value,
  help,
  problem,
  onChange,
  onDigit,
}: {
  value: GivenReason
  /** The help text that says who sees the reason. */
  help: string
  /** The problem of the reason, once it was sent. */
  problem?: string | null | undefined
  onChange: (value: GivenReason) => void
  /** Called when a digit has chosen a reason. */
  onDigit?: () => void
}) {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useListener(document, 'keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches(TEXTS)
    const preset = reasonAt(keyOf(event))
    if (preset === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || isCovered(box.current)) return
    event.preventDefault()
    flushSync(() => {
      onChange({ ...value, preset })
    })
    onDigit?.()
  })
  const length = countCharacters(reasonOf(value))
  return (
    <fieldset ref={box} className="reasons" aria-describedby={`${id}-problem`}>
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
