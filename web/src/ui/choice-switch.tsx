import { type ReactNode } from 'react'
import './choice-switch.css'

/** A choice among visible buttons, one of which is pressed; for a phone. */
export function ChoiceSwitch<Value extends string>({
  name,
  legend,
  value,
  options,
  onChange,
}: {
  name: string
  legend: string
  value: Value
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className="choice-switch">
      <legend>{legend}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option" data-checked={value === option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => {
                onChange(option.value)
              }}
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
