import { type UserSummary } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { useEffect, useState } from 'react'
import { forum } from '../store'
import { type ControlProps, toast } from '../ui'
import { useSession } from '../state/session'
import { messagesText } from './messages.texts'
import { listPeople } from './messages.actions'

/** Selects the recipient among the newest members. */
export function PeopleSelect({
  control,
  value,
  name,
  onChange,
}: {
  control: ControlProps
  value: number | null
  /** The name of the chosen recipient, who need not be among the newest members. */
  name: string
  onChange: (recipient: { recipient: string; recipientId: number | null }) => void
}) {
  const userId = useSession().user?.id
  const [people, setPeople] = useState<UserSummary[]>([])
  useEffect(() => {
    let isStale = false
    void listPeople(forum).then((result) => {
      if (isStale) return
      if (result.ok) setPeople(result.value.filter(({ id }) => id !== userId))
      else toast.error(messagesText('error.loadUsers'))
    })
    return () => {
      isStale = true
    }
  }, [userId])
  const isListed = value === null || people.some(({ id }) => id === value)
  return (
    <select
      {...control}
      className="input"
      name="recipient"
      value={value ?? ''}
      onChange={({ target }) => {
        const person = people.find(({ id }) => String(id) === target.value)
        onChange({ recipient: person?.displayName ?? '', recipientId: person?.id ?? null })
      }}
    >
      <option value="">{messagesText('recipientRequired')}</option>
      {!isListed && <option value={value}>{name}</option>}
      {people.map(({ id, displayName, username }) => (
        <option key={id} value={id}>
          {displayName === username ? displayName : `${isolated(displayName)}（${username}）`}
        </option>
      ))}
    </select>
  )
}
