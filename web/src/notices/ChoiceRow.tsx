import { useId } from 'react'
import '../ui/choice-switch.css'

/** A labelled choice among a few buttons, saved at once; a text beside it confirms that. */
export function ChoiceRow<Value extends string>({
  label,
  help,
  value,
  options,
  saved,
  onChange,
}: {
  label: string
  help?: string | undefined
  value: Value
  options: readonly { value: Value; label: string; isDisabled?: boolean }[]
  /** The text that confirms the saved choice; '' before. */
  saved: string
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="choice-row" role="radiogroup" aria-labelledby={id}>
      <span className="choice-row-what">
        <span id={id}>{label}</span>
        <span className="choice-row-saved" role="status">
          {saved}
        </span>
        {help !== undefined && <span className="faint small">{help}</span>}
      </span>
      <div className="choice-options">
        {options.map((option) => (
          <label
            key={option.value}
            className="choice-option"
            data-checked={value === option.value}
            data-disabled={option.isDisabled === true || undefined}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
