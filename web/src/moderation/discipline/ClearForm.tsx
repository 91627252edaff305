import { type Clearable, type LogEntry, type User } from '@forum/shared/contract'
import { useState } from 'react'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { Avatar, Button, Check, FormError, useForm } from '../../ui'
import { type GivenReason, NO_REASON, ReasonChoice, reasonOf, reasonProblem } from '../../threads'
import { writtenTexts } from '../profile-texts'
import { clearProfile } from './discipline.actions'
import { warnClearText } from './warn-clear.texts'
import { undoLater } from './undo-later'

/** Returns the parts of a profile that are not empty. */
const partsOf = (user: User): Clearable[] => [
  ...writtenTexts(user),
  ...(user.avatar === null ? [] : (['avatar'] as const)),
  ...(user.displayName === user.username ? [] : (['displayName'] as const)),
]

/** Clears parts of a member's profile, which it shows first. Renders nothing for an empty profile. */
export function ClearForm({ user, list }: { user: User; list: List<LogEntry> }) {
  const parts = partsOf(user)
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm({
    initial: { chosen: [] as readonly Clearable[], reason: NO_REASON },
    check: ({ chosen, reason }) => ({
      form: chosen.length === 0 ? warnClearText('clearNone') : undefined,
      reason: reasonProblem(reason) ?? undefined,
    }),
    send: ({ chosen, reason }) => clearProfile(forum, user.id, [...chosen], reasonOf(reason)),
    onSent: ({ undo }) => {
      undoLater(warnClearText('cleared', { name: user.username }), undo, list)
      form.reset()
      setIsOpen(false)
      revalidateList(forum, list).catch(() => undefined)
    },
    fieldOf: null,
  })
  if (parts.length === 0) return null
  if (!isOpen)
    return (
      <section>
        <Button
          onClick={() => {
            setIsOpen(true)
          }}
        >
          {warnClearText('clearOpen')}
        </Button>
      </section>
    )
  const { chosen, reason } = form.values
  return (
    <form {...form.props} className="sentence" aria-label={warnClearText('clear')}>
      <h3>{warnClearText('clear')}</h3>
      {parts.map((part) => (
        <Check
          key={part}
          label={warnClearText(`part.${part}`)}
          help={part === 'avatar' ? <Avatar user={user} size="small" /> : user[part]}
          checked={chosen.includes(part)}
          onChange={(isChosen) => {
            form.set({ chosen: isChosen ? [...chosen, part] : chosen.filter((one) => one !== part) })
          }}
        />
      ))}
      <ReasonChoice
        value={reason}
        help={warnClearText('clearHelp')}
        problem={form.isTried ? reasonProblem(reason) : null}
        onChange={(value: GivenReason) => {
          form.set({ reason: value })
        }}
      />
      <FormError>{form.problem}</FormError>
      <div className="sentence-foot">
        <Button type="submit" tone="danger" busy={form.isBusy}>
          {warnClearText('clearGo')}
        </Button>
      </div>
    </form>
  )
}
