import { DAY_MS } from '@forum/shared/clock'
import { type LogEntry, type User } from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank, trimText } from '@forum/shared/text'
import { useId } from 'react'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ChoiceSwitch,
  Counter,
  Field,
  FormError,
  isSendKey,
  sharedClock,
  toast,
  useForm,
} from '../../ui'
import { warnMember } from './discipline.actions'
import { warnClearText } from './warn-clear.texts'
import { undoLater } from './undo-later'

/** Number of days after which a warning no longer has to be read; null for no end. */
const DAYS = { twoWeeks: 14, month: 30, never: null } as const
type Days = keyof typeof DAYS
const EMPTY: { text: string; days: Days } = { text: '', days: 'twoWeeks' }
const CHOICES = Object.keys(DAYS) as Days[]

/** Warns a member, who has to read the warning before writing again. */
export function WarnForm({ user, list }: { user: User; list: List<LogEntry> }) {
  const name = useId()
  const form = useForm({
    initial: EMPTY,
    check: ({ text }) => {
      if (isBlank(text)) return { text: warnClearText('warnEmpty') }
      return countCharacters(trimText(text)) > REASON_MAX
        ? { text: warnClearText('warnTooLong', { max: REASON_MAX }) }
        : {}
    },
    send: ({ text, days }) => {
      const count = DAYS[days]
      const until = count === null ? null : new Date(sharedClock.now() + count * DAY_MS).toISOString()
      return warnMember(forum, user.id, { text: trimText(text), until })
    },
    onSent: ({ undo }) => {
      undoLater(warnClearText('warned', { name: user.displayName }), undo, list)
      form.reset()
      revalidateList(forum, list).catch(() => undefined)
    },
    onFailure: ({ message }) => toast.error(message),
    fieldOf: null,
  })
  const { text, days } = form.values
  return (
    <form {...form.props} className="sentence" aria-label={warnClearText('warn')}>
      <h3>{warnClearText('warn')}</h3>
      <Field
        label={warnClearText('warnText')}
        required
        error={form.errors.text}
        help={warnClearText('warnHelp')}
        aside={text === '' ? undefined : <Counter count={countCharacters(text)} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={2}
            value={text}
            onChange={(event) => {
              form.set({ text: event.target.value })
            }}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return
              // Outside the field, this key settles the case.
              event.preventDefault()
              event.stopPropagation()
              void form.submit()
            }}
          />
        )}
      </Field>
      <ChoiceSwitch<Days>
        name={name}
        legend={warnClearText('warnUntil')}
        value={days}
        options={CHOICES.map((value) => ({ value, label: warnClearText(`days.${value}`) }))}
        onChange={(to) => {
          form.set({ days: to })
        }}
      />
      <FormError>{form.problem}</FormError>
      <div className="sentence-foot">
        <Button type="submit" busy={form.isBusy}>
          {warnClearText('warnGo')}
        </Button>
      </div>
    </form>
  )
}
