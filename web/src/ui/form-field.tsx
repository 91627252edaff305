import { type ComponentProps, type ReactNode, type Ref } from 'react'
import { Counter, Field, PasswordInput } from './field'
import { type TextControl } from './use-form'

/** The part of a form that its text field uses. */
interface FormOf<Name extends string> {
  errors: { [Key in Name]?: string | undefined }
  control: (name: Name) => TextControl
}

type Control = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'disabled' | 'readOnly' | 'onKeyDown'
> & {
  /** The rules of a new password, for password managers. */
  passwordrules?: string
}

/** A labelled control of a form: an input, a textarea if `rows` is given, or a select if it has `children`. */
export function FormField<Name extends string>({
  form,
  name,
  label,
  help,
  required = false,
  optional = false,
  count,
  type,
  rows,
  inputRef,
  children,
  ...rest
}: Control & {
  form: FormOf<Name>
  name: NoInfer<Name>
  label: string
  help?: ReactNode
  required?: boolean
  optional?: boolean
  /** The number of characters and their maximum, shown below the control. */
  count?: ComponentProps<typeof Counter>
  type?: 'email' | 'password' | 'datetime-local'
  rows?: number
  inputRef?: Ref<HTMLInputElement>
  /** The options of a select. */
  children?: ReactNode
}) {
  return (
    <Field
      label={label}
      help={help}
      error={form.errors[name]}
      required={required}
      optional={optional}
      aside={count && <Counter {...count} />}
    >
      {(wiring) => {
        const props = { ...wiring, ...form.control(name), ...rest } as object
        if (children !== undefined)
          return (
            <select {...props} className="input">
              {children}
            </select>
          )
        if (rows !== undefined) return <textarea {...props} className="input" rows={rows} />
        if (type === 'password') return <PasswordInput {...props} />
        return <input {...props} ref={inputRef} type={type} className="input" />
      }}
    </Field>
  )
}
