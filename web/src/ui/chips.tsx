import { type ReactNode } from 'react'
import { classNames } from './class-names'
import './chip.css'

/** A choice in a row of chips, at most one of which is pressed. */
export function Chips<Value extends string>({
  options,
  value,
  hasKeys = false,
  onPress,
}: {
  options: readonly { value: Value; label: ReactNode }[]
  value: Value | null
  /** True to show the digit that presses each; the surrounding form listens for them. */
  hasKeys?: boolean
  onPress: (value: Value) => void
}) {
  return (
    <div className="buttons">
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          className={classNames('chip', value === option.value && 'chip-on')}
          aria-pressed={value === option.value}
          aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
          onClick={() => {
            onPress(option.value)
          }}
        >
          {hasKeys && <kbd aria-hidden>{index + 1}</kbd>}
          {option.label}
        </button>
      ))}
    </div>
  )
}
