import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { type ApiError } from '../lib/api'
import { commonText } from '../lib/i18n'
import { type Result } from '../lib/result'
import { useSecondsUntil } from './use-seconds-until'

/** The errors of a form by the names of its fields; `form` is the error of the form as a whole. */
type FormErrors<Values> = { [Name in keyof Values | 'form']?: string | undefined }

type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

/** The props of a form's text control. */
export interface TextControl {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: (() => void) | undefined
}

interface FormOptions<Values extends object, Value> {
  /** The values of an empty form. */
  initial: Values
  /** Values kept elsewhere, such as a draft. */
  kept?: { value: Values; set: (partial: Partial<Values>) => void }
  /** The keyed submission of a draft, which outlives the form; null while there is none. */
  submission?: { status: 'sending' | 'failed'; error: ApiError | null } | null
  /** True to show the failure of an earlier visit. */
  showsEarlierFailure?: boolean
  /** Returns the errors that prevent sending. */
  check?: (values: Values) => FormErrors<Values>
  /** Checks a filled field when the focus leaves it, and one with an error on every change. */
  checksFields?: boolean
  /** Sends the values. Null means that they are already being sent, or that `submission` holds the failure. */
  send: (values: Values) => Promise<Result<Value> | null>
  /** Called once the server has accepted the values. Without `submission`, the form stays busy until it is reset. */
  onSent?: (value: Value) => void
  /**
   * The fields for refusals with these codes, besides the fields that a refusal names. Null if the form shows no error
   * of the server beside a field.
   */
  fieldOf?: Partial<Record<ApiError['code'], keyof Values & string>> | null
  /** Called with a refusal that concerns no field, after it is shown. */
  onFailure?: (error: ApiError) => void
  /** True if the form waits until the time at which a retry may succeed; a function gives its own text meanwhile. */
  waits?: boolean | ((seconds: number) => string)
  /** Describes a failure; undefined for the server's own message. */
  describe?: (error: ApiError) => string | undefined
}

export interface Form<Values extends object> {
  values: Values
  set: (partial: Partial<Values>) => void
  errors: FormErrors<Values>
  /** The error of the form as a whole; null if there is none. */
  problem: string | null
  failure: ApiError | null
  secondsLeft: number
  isBusy: boolean
  isWaiting: boolean
  /** True once it was submitted. */
  isTried: boolean
  submit: () => Promise<void>
  /** Removes errors and failures, and the values that are not kept elsewhere. */
  reset: () => void
  /** Moves the focus to the control with this name. */
  focus: (name: keyof Values & string) => void
  /** Returns the props that connect a text control with its value. */
  control: (name: TextName<Values>) => TextControl
  /** The props of the `form` element. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void }
}

/**
 * The state of a form: its values, errors and submission. It checks the values before it sends them, moves the focus to
 * the first wrong field, and ignores a submission while one is under way or has to wait.
 */
export function useForm<Values extends object, Value = void>({
  initial,
  kept,
  submission,
  showsEarlierFailure = false,
  check = () => ({}),
  checksFields = false,
  send,
  onSent,
  fieldOf = {},
  onFailure,
  waits = false,
  describe,
}: FormOptions<Values, Value>): Form<Values> {
  const [ownValues, setOwnValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  const [ownFailure, setFailure] = useState<ApiError | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isTried, setIsTried] = useState(showsEarlierFailure)
  const element = useRef<HTMLFormElement>(null)

  const values = kept?.value ?? ownValues
  const isBusy = submission === undefined ? isSending : submission?.status === 'sending'
  const failure = isTried && submission?.status === 'failed' ? submission.error : ownFailure
  // Only a rate limit says when to try again; an unavailable server only guesses.
  const secondsLeft = useSecondsUntil(
    waits === false || failure?.status !== 429 ? null : (failure.retryAt ?? null),
  )
  const isWaiting = secondsLeft > 0

  /** Shows errors and returns whether there are any. */
  const show = (found: FormErrors<Values>): boolean => {
    setErrors(found)
    focusFirst(element.current, (name) => found[name as keyof Values] !== undefined)
    return Object.values(found).some((text) => text !== undefined)
  }
  const recheck = (name: keyof Values, now: Values) => {
    setErrors((before) => ({ ...before, [name]: check(now)[name] }))
  }
  const set = (partial: Partial<Values>) => {
    if (kept) kept.set(partial)
    else setOwnValues((before) => ({ ...before, ...partial }))
    setErrors((before) => {
      const fixed: (keyof FormErrors<Values>)[] = ['form', ...(Object.keys(partial) as (keyof Values)[])]
      if (fixed.every((name) => before[name] === undefined)) return before
      return { ...before, ...Object.fromEntries(fixed.map((name) => [name, undefined])) }
    })
  }
  const submit = async () => {
    if (isBusy || isWaiting) return
    setFailure(null)
    setIsTried(true)
    if (show(check(values))) return
    setIsSending(true)
    const result = await send(values)
    if (result?.ok) {
      onSent?.(result.value)
      return
    }
    setIsSending(false)
    if (!result || submission !== undefined || show(refusedFields(result.error, initial, fieldOf))) return
    setFailure(result.error)
    onFailure?.(result.error)
  }
  const described = () => {
    if (!failure) return null
    if (!isWaiting) return describe?.(failure) ?? failure.message
    return typeof waits === 'function'
      ? waits(secondsLeft)
      : commonText('tooManyRequests', { seconds: secondsLeft })
  }
  return {
    values,
    set,
    errors,
    problem: errors.form ?? described(),
    failure,
    secondsLeft,
    isBusy,
    isWaiting,
    isTried,
    submit,
    reset: () => {
      setOwnValues(initial)
      setErrors({})
      setFailure(null)
      setIsSending(false)
      setIsTried(false)
    },
    focus: (wanted) => {
      focusFirst(element.current, (name) => name === wanted)
    },
    control: (name) => ({
      name,
      value: values[name] as string,
      onChange: ({ target: { value } }) => {
        const change = { [name]: value } as Partial<Values>
        const wasWrong = errors[name] !== undefined
        set(change)
        if (checksFields && wasWrong) recheck(name, { ...values, ...change })
      },
      onBlur: checksFields ? () => values[name] !== '' && recheck(name, values) : undefined,
    }),
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
  }
}

/** Moves the focus to the first control of a form with a wanted name. */
function focusFirst(form: HTMLFormElement | null, isWanted: (name: string) => boolean): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[]
  controls.find(({ name }) => name !== '' && isWanted(name))?.focus()
}

/** Returns the errors beside the fields that a refusal concerns, by its own names and by its code. */
function refusedFields<Values extends object>(
  { code, message, fields }: ApiError,
  initial: Values,
  fieldOf: FormOptions<Values, unknown>['fieldOf'] | undefined,
): FormErrors<Values> {
  if (!fieldOf) return {}
  const found: Record<string, string> = {}
  for (const one of fields) if (one.field in initial) found[one.field] = one.message
  const field = fieldOf[code]
  if (field !== undefined) found[field] = message
  return found
}
