import { type LogEntry, type User } from '@forum/shared/contract'
import { useId, useState } from 'react'
import { resultOf } from '../../lib/result'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { ChoiceSwitch, localTime, sharedClock, toast } from '../../ui'
import { useSession } from '../../state/session'
import { PAGE_ACTS } from '../acts'
import { actOf, shownActor } from '../log/entries'
import { ActForm, actFormText, endOf, type GivenSpan, useActForm } from '../../threads'
import { disciplineSlice } from './discipline.slice'
import { disciplineText } from './discipline.texts'
import { type Measure } from './in-force'

const SENTENCES: readonly string[] = ['mute_user', 'unmute_user', 'ban_user', 'unban_user']
/** Returns whether somebody else acted. The automatic end of a mute or a ban does not count. */
const isOthers = ({ actor }: LogEntry, ownId: number | undefined) => actor !== null && actor.id !== ownId
const isSentence = ({ action, board }: LogEntry) => board === null && SENTENCES.includes(action)

/**
 * Mutes or bans a member. If another moderator has done so since the form was opened, it says so and waits for a second
 * press; the filled-in fields stay.
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
  const [measure, setMeasure] = useState(first)
  const [seen, setSeen] = useState(() => entries.find(isSentence)?.id ?? 0)
  const name = useId()
  const newest = entries.find(isSentence)
  const other = newest && newest.id > seen && isOthers(newest, me?.id) ? newest : null
  const act = PAGE_ACTS[`${measure}_user`]
  const form = useActForm({
    act,
    send: async (given) => {
      // The event of another moderator's act may still be on its way.
      await revalidateList(forum, list).catch(() => undefined)
      const latest = latestSentence(user.id)
      const isLate = latest !== undefined && latest.id > seen && isOthers(latest, me?.id)
      if (isLate && other === null) return null
      const result = await resultOf(act.send(forum, user.id, given))
      if (result.ok) setSeen(latest?.id ?? seen)
      return result
    },
    onSent: () => {
      toast.success(disciplineText(`${measure}Done`, { name: user.displayName }))
      form.reset()
      revalidateList(forum, list).catch(() => undefined)
    },
  })
  return (
    <ActForm
      form={form}
      label={disciplineText('measure')}
      choice={
        <ChoiceSwitch<Measure>
          name={name}
          legend={disciplineText('measure')}
          value={measure}
          options={[
            { value: 'mute', label: disciplineText('mute') },
            { value: 'ban', label: disciplineText('ban') },
          ]}
          onChange={setMeasure}
        />
      }
      reasonHelp={disciplineText('reasonHelp')}
      submit={goText(measure, form.values.span)}
    >
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
    </ActForm>
  )
}

/** Returns the newest mute or ban of a member, or end of one, that the page has loaded. */
function latestSentence(userId: number): LogEntry | undefined {
  const about = Object.values(forum.read(disciplineSlice).entries).filter(
    (entry) => entry.user?.id === userId && isSentence(entry),
  )
  return about.toSorted((a, b) => b.id - a.id)[0]
}

/** Returns the label of the button, which names the measure and its length. */
function goText(measure: Measure, given: GivenSpan): string {
  const { span } = given
  const end = endOf(given, sharedClock.now())
  if (span === 'custom')
    return end
      ? disciplineText(`go.${measure}Custom`, { time: localTime(end.toISOString()) })
      : disciplineText(measure)
  if (span === 'forever') return disciplineText('go.banForever')
  return disciplineText(`go.${measure}`, { span: actFormText(span) })
}
