import { TITLE_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { type ReactNode } from 'react'
import { commonText } from '../../lib/i18n'
import { keyOf } from '../../lib/keys'
import {
  Button,
  type ButtonTone,
  classNames,
  Counter,
  Field,
  FormError,
  isSendKey,
  useListener,
} from '../../ui'
import { isCovered } from '../reasons/is-covered'
import { ReasonChoice } from '../reasons/ReasonChoice'
import { actionsText } from '../thread-actions/actions.texts'
import { BoardChoice } from './BoardChoice'
import { SpanChoice } from './SpanChoice'
import { TypeChoice } from './TypeChoice'
import { type ActFormModel } from './use-act-form'
import './act-form.css'

/**
 * The form of a moderator's act: its fields, the reason, and the button that does it. A digit chooses a reason; Ctrl or
 * ⌘ and Enter send.
 */
export function ActForm({
  form,
  label,
  className,
  choice,
  from,
  reasonHelp,
  isQuick = false,
  children,
  submit,
  tone,
  isOff = false,
  onCancel,
}: {
  form: ActFormModel
  /** The accessible name of the form, where it is part of a screen. */
  label?: string
  className?: string
  /** The choice of the act, above its fields. */
  choice?: ReactNode
  /** The board that threads are in. */
  from?: number | undefined
  /** The help text that says who sees the reason. */
  reasonHelp: string
  /** True if a digit acts at once and Enter alone sends. */
  isQuick?: boolean
  /** Shown below the fields: the members who are notified, and further options. */
  children?: ReactNode
  submit: ReactNode
  tone?: ButtonTone
  /** True while no act is chosen. */
  isOff?: boolean
  onCancel?: () => void
}) {
  const { act, values } = form
  useSendKeys(form, { isQuick, isOff })
  return (
    <form {...form.props} className={classNames('act-form', className)} aria-label={label}>
      {choice}
      {act.asks === 'title' && (
        <TitleField
          value={values.title}
          onChange={(title) => {
            form.set({ title })
          }}
        />
      )}
      {act.asks === 'board' && (
        <BoardChoice
          from={from}
          value={values.board}
          onChange={(board) => {
            form.set({ board })
          }}
        />
      )}
      {act.asks === 'type' && (
        <TypeChoice
          boardId={from}
          value={values.type}
          onChange={(type) => {
            form.set({ type })
          }}
        />
      )}
      {act.asks === 'until' && (
        <SpanChoice
          spans={act.spans ?? []}
          value={values.span}
          showsProblem={form.isTried}
          onChange={(span) => {
            form.set({ span })
          }}
        />
      )}
      <ReasonChoice
        value={values.reason}
        help={reasonHelp}
        problem={form.reasonProblem}
        onChange={(reason) => {
          form.set({ reason })
        }}
        {...(isQuick ? { onDigit: () => form.props.ref.current?.requestSubmit() } : {})}
      />
      {children}
      <FormError>{form.problem}</FormError>
      <div className="act-foot">
        {onCancel && (
          <Button onClick={onCancel}>
            {commonText('cancel')}
            {isQuick && <kbd aria-hidden>Esc</kbd>}
          </Button>
        )}
        <Button
          type="submit"
          tone={tone ?? (act.isDanger === true ? 'danger' : 'go')}
          disabled={isOff}
          busy={form.isBusy}
        >
          {submit}
          <kbd aria-hidden>{isQuick ? 'Enter' : 'Ctrl ⏎'}</kbd>
        </Button>
      </div>
    </form>
  )
}

/** Sends with keys pressed anywhere on the page, unless something lies over the form. */
function useSendKeys(form: ActFormModel, { isQuick, isOff }: { isQuick: boolean; isOff: boolean }): void {
  const { ref } = form.props
  const sends = (event: KeyboardEvent): boolean => {
    if (isSendKey(event)) return true
    if (!isQuick || keyOf(event) !== 'Enter' || event.shiftKey) return false
    // Enter presses any other button that has the focus.
    const button = event.target instanceof Element ? event.target.closest('button') : null
    return button === null || button.matches('[aria-pressed="true"]')
  }
  useListener(document, 'keydown', (event) => {
    if (event.defaultPrevented || !sends(event) || isCovered(ref.current)) return
    event.preventDefault()
    if (!isOff) ref.current?.requestSubmit()
  })
}

function TitleField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={actionsText('newTitle')}
      required
      aside={<Counter count={countCharacters(value)} max={TITLE_MAX} />}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      )}
    </Field>
  )
}
