import { useId } from 'react'
import { ChoiceSwitch, Field, localTime, sharedClock } from '../../ui'
import { actFormText } from './act-form.texts'
import { endOf, type GivenSpan, type Span } from './spans'

/** The duration of a mute or a ban: one of the usual spans, or a chosen end. */
export function SpanChoice({
  spans,
  value,
  showsProblem,
  onChange,
}: {
  spans: readonly Span[]
  value: GivenSpan
  /** True to show an end that is not in the future as an error. */
  showsProblem: boolean
  onChange: (value: GivenSpan) => void
}) {
  const name = useId()
  const { span, custom } = value
  const end = endOf(value, sharedClock.now())
  return (
    <>
      <ChoiceSwitch<GivenSpan['span']>
        name={name}
        legend={actFormText('span')}
        value={span}
        options={[...spans, 'custom' as const].map((key) => ({ value: key, label: actFormText(key) }))}
        onChange={(to) => {
          onChange({ span: to, custom })
        }}
      />
      {span === 'custom' && (
        <Field
          label={actFormText('customLabel')}
          required
          error={showsProblem && end === undefined ? actFormText('customMissing') : undefined}
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className="input"
              value={custom}
              onChange={(event) => {
                onChange({ span, custom: event.target.value })
              }}
            />
          )}
        </Field>
      )}
      {end !== undefined && (
        <p className="small faint num">
          {end === null
            ? actFormText('endsNever')
            : actFormText('endsAt', { time: localTime(end.toISOString()) })}
        </p>
      )}
    </>
  )
}
