import { type ThreadPace, type Undo } from '@forum/shared/contract'
import { CLOSE_AFTER_DAYS_MAX } from '@forum/shared/limits'
import { useId, useState } from 'react'
import { forum } from '../../store'
import { ChoiceSwitch, Field, sharedClock, toast } from '../../ui'
import { type ThreadRow } from '../../state/thread-copy'
import { ActDialog } from '../thread-actions/ActDialog'
import { setPace, takeBack } from './pace.actions'
import { paceText } from './pace.texts'
import { spansWith, spanText } from './spans'
import './pace.css'

/** What is typed in the form. */
interface Typed {
  slow: number
  lockAt: string
  unlockAt: string
  days: string
}

/** The value of a field for a time, in the reader's time zone. */
function fieldOf(time: string | null): string {
  if (time === null) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time of a field; the present one while the field shows it, whose seconds it does not. */
const timeOf = (typed: string, present: string | null): string | null => {
  if (typed === '') return null
  return typed === fieldOf(present) ? present : new Date(typed).toISOString()
}

const paceOf = ({ slow, lockAt, unlockAt, days }: Typed, thread: ThreadRow): ThreadPace => ({
  slowSeconds: slow === 0 ? null : slow,
  lockAt: timeOf(lockAt, thread.lockAt),
  unlockAt: timeOf(unlockAt, thread.unlockAt),
  closeAfterDays: days === '' ? null : Number(days),
})

/** Returns what is wrong with the values; null if nothing is. */
function problemOf({ lockAt, unlockAt, closeAfterDays }: ThreadPace, thread: ThreadRow): string | null {
  const isOver = (time: string | null) => time !== null && Date.parse(time) <= sharedClock.now()
  if ((lockAt !== thread.lockAt && isOver(lockAt)) || (unlockAt !== thread.unlockAt && isOver(unlockAt)))
    return paceText('timeOver')
  if (lockAt !== null && unlockAt !== null && unlockAt <= lockAt) return paceText('orderWrong')
  const isDays = closeAfterDays === null || (Number.isInteger(closeAfterDays) && closeAfterDays >= 1)
  return isDays && (closeAfterDays ?? 0) <= CLOSE_AFTER_DAYS_MAX
    ? null
    : paceText('daysWrong', { max: CLOSE_AFTER_DAYS_MAX })
}

/** Slow mode and the times at which a thread is locked and opened. */
export function PaceDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const name = useId()
  const [typed, setTyped] = useState<Typed>(() => ({
    slow: thread.slowSeconds ?? 0,
    lockAt: fieldOf(thread.lockAt),
    unlockAt: fieldOf(thread.unlockAt),
    days: String(thread.closeAfterDays ?? ''),
  }))
  const undo = async (undos: readonly Undo[]) => {
    const result = await takeBack(forum, thread.id, undos)
    if (result.ok) toast.success(paceText('undone'))
    else toast.error(result.error.message)
  }
  const save = async (reason: string) => {
    const result = await setPace(forum, thread, paceOf(typed, thread), reason)
    if (!result.ok) return result
    const action = { label: paceText('undo'), onClick: () => void undo(result.value) }
    toast.success(paceText('saved'), result.value.length > 0 ? { action } : {})
    return { ok: true as const, value: undefined }
  }
  const field = (key: 'lockAt' | 'unlockAt' | 'days', type: 'datetime-local' | 'number', help: string) => (
    <Field label={paceText(key === 'days' ? 'closeAfter' : key)} optional help={help}>
      {(control) => (
        <input
          {...control}
          type={type}
          className="input"
          value={typed[key]}
          onChange={(event) => {
            setTyped({ ...typed, [key]: event.target.value })
          }}
        />
      )}
    </Field>
  )
  return (
    <ActDialog
      title={paceText('title')}
      text={thread.title}
      confirmLabel={paceText('save')}
      onClose={onClose}
      onConfirm={save}
      check={() => problemOf(paceOf(typed, thread), thread)}
    >
      <div className="pace-fields">
        <ChoiceSwitch
          name={name}
          legend={paceText('slow')}
          value={String(typed.slow)}
          options={spansWith(thread.slowSeconds ?? 0).map((seconds) => ({
            value: String(seconds),
            label: spanText(seconds),
          }))}
          onChange={(seconds) => {
            setTyped({ ...typed, slow: Number(seconds) })
          }}
        />
        <div className="pace-times">
          {field('lockAt', 'datetime-local', paceText('timeHelp'))}
          {field('unlockAt', 'datetime-local', paceText('timeHelp'))}
        </div>
        {field('days', 'number', paceText('closeHelp', { max: CLOSE_AFTER_DAYS_MAX }))}
      </div>
    </ActDialog>
  )
}
