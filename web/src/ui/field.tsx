import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names'
import { Eye, EyeOff } from './icons'
import { uiText } from './ui.texts'
import './field.css'

/** The attributes that connect a control with its label, help and error, so that they are announced with it. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** A label, one control, its help and the error beside it, which is announced when it appears. */
export function Field({
  label,
  help,
  error,
  required = false,
  optional = false,
  aside,
  children,
}: {
  label: string
  help?: ReactNode
  error?: string | undefined
  required?: boolean
  /** True to show 选填 beside the label. */
  optional?: boolean
  /** Shown at the end of the line below the control: a counter. */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  return (
    <div className={classNames('field', error && 'field-wrong')}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional">{uiText('optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <div className="field-below">
        <div className="field-words">
          <div id={`${id}-error`} className="field-error" aria-live="polite">
            {error}
          </div>
          {help && (
            <div id={`${id}-help`} className="field-help">
              {help}
            </div>
          )}
        </div>
        {aside}
      </div>
    </div>
  )
}

/** A password field with a button that shows the typed text. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="password">
      <input {...rest} type={shown ? 'text' : 'password'} className={classNames('input', className)} />
      <button
        type="button"
        className="password-eye"
        aria-label={shown ? uiText('hidePassword') : uiText('showPassword')}
        title={shown ? uiText('hidePassword') : uiText('showPassword')}
        onClick={() => {
          setShown(!shown)
        }}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </span>
  )
}

/** The error of a form as a whole; announced when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="form-error-place">
      {children ? <p className="form-error">{children}</p> : null}
    </div>
  )
}

/** The number of characters and their maximum; red above it. */
export function Counter({ count, max }: { count: number; max: number }) {
  return (
    <span className={classNames('counter num', count > max && 'counter-over')}>
      {uiText('counter', { count, max })}
    </span>
  )
}
