import { type ReactNode, useId } from 'react'
import './check.css'

/** A box to tick with its label, and its help below. */
export function Check({
  label,
  help,
  checked,
  busy = false,
  onChange,
}: {
  label: ReactNode
  help?: ReactNode
  checked: boolean
  busy?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        aria-disabled={busy || undefined}
        aria-describedby={help ? id : undefined}
        onChange={({ target }) => {
          onChange(target.checked)
        }}
      />
      <span>
        {label}
        {help && (
          <span id={id} className="faint small">
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
