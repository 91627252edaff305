import { useId } from 'react'
import { ChoiceSwitch, Field, localTime, sharedClock } from '../../ui'
import { disciplineText } from './discipline.texts'
import { endOf, type Measure, type Sentence, type SpanKey, SPANS } from './spans'
import './discipline.css'

/** How long a mute or a ban lasts: one of the usual spans, or until a chosen time. */
export function SpanChoice({
  value,
  problem,
  onChange,
}: {
  value: Sentence
  /** Whether an end that is not in the future is shown as an error. */
  problem: boolean
  onChange: (value: Sentence) => void
}) {
  const name = useId()
  const { measure, span, custom } = value
  const end = endOf(value, sharedClock.now())
  return (
    <div className="sentence">
      <ChoiceSwitch<SpanKey>
        name={name}
        legend={disciplineText('span')}
        value={span}
        options={[
          ...SPANS.filter(({ of }) => (of as readonly Measure[]).includes(measure)).map(({ key }) => ({
            value: key,
            label: disciplineText(key),
          })),
          { value: 'custom' as const, label: disciplineText('custom') },
        ]}
        onChange={(to) => {
          onChange({ ...value, span: to })
        }}
      />
      {span === 'custom' && (
        <Field
          label={disciplineText('customLabel')}
          required
          error={problem && end === undefined ? disciplineText('customMissing') : undefined}
        >
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              className="input"
              value={custom}
              onChange={(event) => {
                onChange({ ...value, custom: event.target.value })
              }}
            />
          )}
        </Field>
      )}
      {end !== undefined && (
        <p className="small faint num">
          {end === null
            ? disciplineText('endsNever')
            : disciplineText('endsAt', { time: localTime(end.toISOString()) })}
        </p>
      )}
    </div>
  )
}
