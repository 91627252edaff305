import { type Undo } from '@forum/shared/contract'
import { CLOSE_AFTER_DAYS_MAX } from '@forum/shared/limits'
import { trimText } from '@forum/shared/text'
import { useId } from 'react'
import { forum } from '../../store'
import { ChoiceSwitch, Field, FormDialog, FormField, sharedClock, toast, useForm, useIsWide } from '../../ui'
import { type ThreadRow } from '../../state/thread-copy'
import { type Pace, setPace, undoPace } from './pace.actions'
import { paceText } from './pace.texts'
import { spansWith, spanText } from './spans'
import './pace.css'

/** The values of the form as typed. */
interface Typed {
  slow: number
  lockAt: string
  unlockAt: string
  days: string
  reason: string
}

/** Returns a time as the value of its field, in the reader's time zone. */
function fieldOf(time: string | null): string {
  if (time === null) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time of a field. An unchanged field keeps the current time, whose seconds it does not show. */
const timeOf = (typed: string, present: string | null): string | null => {
  if (typed === '') return null
  return typed === fieldOf(present) ? present : new Date(typed).toISOString()
}

const paceOf = ({ slow, lockAt, unlockAt, days }: Typed, thread: ThreadRow): Pace => ({
  slowSeconds: slow === 0 ? null : slow,
  lockAt: timeOf(lockAt, thread.lockAt),
  unlockAt: timeOf(unlockAt, thread.unlockAt),
  closeAfterDays: days === '' ? null : Number(days),
})

/** Returns the problem of the values; null if there is none. */
function problemOf({ lockAt, unlockAt, closeAfterDays }: Pace, thread: ThreadRow): string | null {
  const isOver = (time: string | null) => time !== null && Date.parse(time) <= sharedClock.now()
  if ((lockAt !== thread.lockAt && isOver(lockAt)) || (unlockAt !== thread.unlockAt && isOver(unlockAt)))
    return paceText('timeOver')
  if (lockAt !== null && unlockAt !== null && unlockAt <= lockAt) return paceText('orderWrong')
  const isDays = closeAfterDays === null || (Number.isInteger(closeAfterDays) && closeAfterDays >= 1)
  return isDays && (closeAfterDays ?? 0) <= CLOSE_AFTER_DAYS_MAX
    ? null
    : paceText('daysWrong', { max: CLOSE_AFTER_DAYS_MAX })
}

/** The form for slow mode and for the times at which a thread is locked and unlocked. */
export function PaceDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const name = useId()
  const undo = async (undos: readonly Undo[]) => {
    const result = await undoPace(forum, thread.id, undos)
    if (result.ok) toast.success(paceText('undone'))
    else toast.error(result.error.message)
  }
  const form = useForm<Typed, readonly Undo[]>({
    initial: {
      slow: thread.slowSeconds ?? 0,
      lockAt: fieldOf(thread.lockAt),
      unlockAt: fieldOf(thread.unlockAt),
      days: String(thread.closeAfterDays ?? ''),
      reason: '',
    },
    check: (typed) => ({ form: problemOf(paceOf(typed, thread), thread) ?? undefined }),
    send: (typed) => setPace(forum, thread, paceOf(typed, thread), trimText(typed.reason)),
    onSent: (undos) => {
      const action = { label: paceText('undo'), onClick: () => void undo(undos) }
      toast.success(paceText('saved'), undos.length > 0 ? { action } : {})
      onClose()
    },
    fieldOf: null,
  })
  const field = (key: 'lockAt' | 'unlockAt' | 'days', type: 'datetime-local' | 'number', help: string) => (
    <Field label={paceText(key === 'days' ? 'closeAfter' : key)} optional help={help}>
      {(control) => (
        <input
          {...control}
          type={type}
          className="input"
          value={form.values[key]}
          onChange={(event) => {
            form.set({ [key]: event.target.value })
          }}
        />
      )}
    </Field>
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={paceText('title')}
      note={thread.title}
      shape={useIsWide() ? 'box' : 'sheet'}
      submit={paceText('save')}
    >
      <div className="pace-fields">
        <ChoiceSwitch
          name={name}
          legend={paceText('slow')}
          value={String(form.values.slow)}
          options={spansWith(thread.slowSeconds ?? 0).map((seconds) => ({
            value: String(seconds),
            label: spanText(seconds),
          }))}
          onChange={(seconds) => {
            form.set({ slow: Number(seconds) })
          }}
        />
        <div className="pace-times">
          {field('lockAt', 'datetime-local', paceText('timeHelp'))}
          {field('unlockAt', 'datetime-local', paceText('timeHelp'))}
        </div>
        {field('days', 'number', paceText('closeHelp', { max: CLOSE_AFTER_DAYS_MAX }))}
        <FormField
          form={form}
          name="reason"
          label={paceText('reason')}
          optional
          help={paceText('reasonHelp')}
        />
      </div>
    </FormDialog>
  )
}
