import { MODERATION_ACTIONS } from '@forum/shared/acts'
import { type FormEvent, useId, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, toast } from '../../ui'
import { Search, X } from '../../ui/icons'
import { useBoards } from '../../boards'
import { useMember } from '../../members'
import { type LogFilter } from './log-address'
import { logScreenText } from './log-screen.texts'
import { logText } from './log.texts'
import '../../ui/chip.css'

/** The filters of the log. A change takes effect at once; words are searched on Enter. */
export function LogFilters({
  filter,
  onChange,
}: {
  filter: LogFilter
  onChange: (changes: Partial<LogFilter>) => void
}) {
  const boards = useBoards().data ?? []
  const [words, setWords] = useState(filter.q)
  return (
    <form
      className="log-filters"
      role="search"
      aria-label={logScreenText('filters')}
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ q: words.trim() })
      }}
    >
      <MemberFilter
        label={logScreenText('actor')}
        userId={filter.actor}
        onChange={(actor) => {
          onChange({ actor })
        }}
      />
      <label className="log-filter">
        <span>{logScreenText('what')}</span>
        <select
          className="input"
          value={filter.action ?? ''}
          onChange={({ target }) => {
            onChange({ action: MODERATION_ACTIONS.find((one) => one === target.value) ?? null })
          }}
        >
          <option value="">{logScreenText('anything')}</option>
          {MODERATION_ACTIONS.map((one) => (
            <option key={one} value={one}>
              {logText(`action.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <MemberFilter
        label={logScreenText('user')}
        userId={filter.userId}
        onChange={(userId) => {
          onChange({ userId })
        }}
      />
      <label className="log-filter">
        <span>{logScreenText('board')}</span>
        <select
          className="input"
          value={filter.boardId ?? ''}
          onChange={({ target }) => {
            onChange({ boardId: Number(target.value) || null })
          }}
        >
          <option value="">{logScreenText('anyBoard')}</option>
          {boards.map((board) => (
            <option key={board.id} value={board.id}>
              {board.displayName}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((side) => (
        <label key={side} className="log-filter">
          <span>{logScreenText(side)}</span>
          <input
            type="date"
            className="input"
            value={filter[side]}
            onChange={({ target }) => {
              onChange({ [side]: target.value })
            }}
          />
        </label>
      ))}
      <div className="log-filter log-words">
        <input
          type="search"
          className="input"
          aria-label={logScreenText('search')}
          placeholder={logScreenText('search')}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            if (target.value === '') onChange({ q: '' })
          }}
        />
        <Button type="submit" aria-label={logScreenText('search')} icon={<Search aria-hidden />} />
      </div>
    </form>
  )
}

/** A member to filter by, found by the whole username. */
function MemberFilter({
  label,
  userId,
  onChange,
}: {
  label: string
  userId: number | null
  onChange: (userId: number | null) => void
}) {
  const id = useId()
  const [name, setName] = useState('')
  const find = async (event?: FormEvent) => {
    event?.preventDefault()
    const username = name.trim().toLowerCase()
    if (username === '') return
    const found = await resultOf(forum.call('searchUsers', { query: { q: username, limit: 20 } }))
    const member = found.ok && found.value.users.find((user) => user.username.toLowerCase() === username)
    if (member) {
      setName('')
      onChange(member.id)
    } else toast.error(found.ok ? logScreenText('noMember') : found.error.message)
  }
  return (
    <div className="log-filter">
      <label htmlFor={id}>{label}</label>
      {userId === null ? (
        <input
          id={id}
          className="input"
          placeholder={logScreenText('username')}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
          }}
          onBlur={() => void find()}
          onKeyDown={(event) => {
            if (keyOf(event) === 'Enter') void find(event)
          }}
        />
      ) : (
        <ChosenMember
          id={id}
          userId={userId}
          onRemove={() => {
            onChange(null)
          }}
        />
      )}
    </div>
  )
}

function ChosenMember({ id, userId, onRemove }: { id: string; userId: number; onRemove: () => void }) {
  const name = useMember(userId).data?.displayName ?? `#${userId}`
  return (
    <button
      type="button"
      id={id}
      className="chip chip-on"
      aria-label={logScreenText('remove', { name })}
      onClick={onRemove}
    >
      {name} <X aria-hidden />
    </button>
  )
}
