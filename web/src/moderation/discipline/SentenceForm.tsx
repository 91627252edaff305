import { type LogEntry, type User } from '@forum/shared/contract'
import { type KeyboardEvent, useId, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { resultOf } from '../../lib/result'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { Button, ChoiceSwitch, FormError, isSendKey, localTime, sharedClock, toast, useForm } from '../../ui'
import { useSession } from '../../state/session'
import { PAGE_ACTS } from '../acts'
import { actOf, shownActor } from '../log/entries'
import { type GivenReason, NO_REASON, reasonAt, ReasonChoice, reasonOf, reasonProblem } from '../../threads'
import { disciplineSlice } from './discipline.slice'
import { disciplineText } from './discipline.texts'
import { SpanChoice } from './SpanChoice'
import { endOf, type Measure, type Sentence, SPANS } from './spans'

const SENTENCES: readonly string[] = ['mute_user', 'unmute_user', 'ban_user', 'unban_user']
/** Whether somebody else did it; the end of a mute or a ban surprises nobody. */
const isOthers = ({ actor }: LogEntry, ownId: number | undefined) => actor !== null && actor.id !== ownId
const isSentence = ({ action }: LogEntry) => SENTENCES.includes(action)

/**
 * Mutes or bans a member. If another moderator has done so since the form was opened, it says so and waits for a second
 * press; what was filled in stays.
 */
export function SentenceForm({
  user,
  measure: first = 'mute',
  entries,
  list,
}: {
  user: User
  measure: Measure | undefined
  entries: readonly LogEntry[]
  list: List<LogEntry>
}) {
  const me = useSession().user
  const [given, setGiven] = useState<Sentence>({ measure: first, span: 'threeDays', custom: '' })
  const [seen, setSeen] = useState(() => entries.find(isSentence)?.id ?? 0)
  const name = useId()
  const newest = entries.find(isSentence)
  const other = newest && newest.id > seen && isOthers(newest, me?.id) ? newest : null
  const end = endOf(given, sharedClock.now())
  const { measure, span } = given

  const form = useForm({
    initial: { reason: NO_REASON },
    check: (values) => ({
      reason: reasonProblem(values.reason) ?? undefined,
      // The field itself says that the end is not in the future.
      form: end === undefined ? '' : undefined,
    }),
    send: async (values) => {
      // The event of another's act may still be on its way.
      await revalidateList(forum, list).catch(() => undefined)
      const latest = latestSentence(user.id)
      const isLate = latest !== undefined && latest.id > seen && isOthers(latest, me?.id)
      if (isLate && other === null) return null
      const reason = reasonOf(values.reason)
      const until = endOf(given, sharedClock.now())?.toISOString() ?? null
      const result = await resultOf(PAGE_ACTS[`${measure}_user`].send(forum, user.id, { until, reason }))
      if (result.ok) setSeen(latest?.id ?? seen)
      return result
    },
    onSent: () => {
      toast.success(disciplineText(`${measure}Done`, { name: user.displayName }))
      form.reset()
      revalidateList(forum, list).catch(() => undefined)
    },
    fieldOf: null,
  })
  const { isTried } = form
  const { reason } = form.values
  const setReason = (value: GivenReason) => {
    form.set({ reason: value })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) {
      event.preventDefault()
      void form.submit()
      return
    }
    const isTyping =
      event.target instanceof Element && event.target.matches('textarea, input:not([type=radio])')
    const preset = reasonAt(keyOf(event))
    if (isTyping || preset === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setReason({ ...reason, preset })
  }
  return (
    <form {...form.props} className="sentence" aria-label={disciplineText('measure')} onKeyDown={onKeyDown}>
      <ChoiceSwitch<Measure>
        name={`${name}-measure`}
        legend={disciplineText('measure')}
        value={measure}
        options={[
          { value: 'mute', label: disciplineText('mute') },
          { value: 'ban', label: disciplineText('ban') },
        ]}
        onChange={(to) => {
          const isPossible = SPANS.some(
            ({ key, of }) => key === span && (of as readonly Measure[]).includes(to),
          )
          setGiven({ ...given, measure: to, span: span === 'custom' || isPossible ? span : 'threeDays' })
        }}
      />
      <SpanChoice value={given} problem={isTried} onChange={setGiven} />
      <ReasonChoice
        value={reason}
        help={disciplineText('reasonHelp')}
        problem={isTried ? reasonProblem(reason) : null}
        onChange={setReason}
      />
      <p className="told">{disciplineText(`${measure}Note`)}</p>
      {other && (
        <p className="told told-danger" role="alert">
          {disciplineText('otherFirst', {
            name: shownActor(other).displayName,
            act: actOf(other),
            reason: other.reason === null ? '' : `（${other.reason}）`,
          })}
        </p>
      )}
      <FormError>{form.problem}</FormError>
      <div className="sentence-foot">
        <Button type="submit" tone="go" busy={form.isBusy}>
          {goText(given, end)}
          <kbd aria-hidden>Ctrl ⏎</kbd>
        </Button>
      </div>
    </form>
  )
}

/** The newest mute or ban of a member, or end of one, that the page knows. */
function latestSentence(userId: number): LogEntry | undefined {
  const about = Object.values(forum.read(disciplineSlice).entries).filter(
    (entry) => entry.user?.id === userId && isSentence(entry),
  )
  return about.toSorted((a, b) => b.id - a.id)[0]
}

/** What the button does, in so many words. */
function goText({ measure, span }: Sentence, end: Date | null | undefined): string {
  if (span === 'custom')
    return end
      ? disciplineText(`go.${measure}Custom`, { time: localTime(end.toISOString()) })
      : disciplineText(measure)
  if (span === 'forever') return disciplineText('go.banForever')
  return disciplineText(`go.${measure}`, { span: disciplineText(span) })
}
