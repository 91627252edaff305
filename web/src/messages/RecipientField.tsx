import { type UserSummary } from '@forum/shared/contract'
import { useEffect, useId, useState } from 'react'
import { confirmsComposition, keyOf } from '../lib/keys'
import { useSearchAsTyped } from '../resource'
import { forum } from '../store'
import { Avatar, type ControlProps } from '../ui'
import { messagesText } from './messages.texts'
import { searchPeople } from './messages.actions'

/** Delay before the list closes after the field loses the focus, so that a press on the list still works. */
const CLOSE_AFTER_MS = 200

const findPeople = (query: string) => searchPeople(forum, query)

/** The recipient of a message: members are suggested while a name is typed, by mouse and keyboard alike. */
export function RecipientField({
  control,
  value,
  onChange,
  required = true,
  onKeyDown: onOtherKey,
}: {
  control: ControlProps
  value: string
  onChange: (recipient: { recipient: string; recipientId: number | null; person?: UserSummary }) => void
  required?: boolean
  /** Called for keys that do not concern the list. */
  onKeyDown?: (event: React.KeyboardEvent) => void
}) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [isFocused, setIsFocused] = useState(false)
  const [active, setActive] = useState(0)
  const query = typed.trim()
  // A failed search suggests nothing: the name can be typed in full.
  const { found } = useSearchAsTyped(query || null, findPeople)
  const people = isFocused && found?.text === query ? found.value : []
  const isOpen = people.length > 0

  useEffect(() => {
    if (!isFocused) return undefined
    const leave = () => {
      closing = setTimeout(() => {
        setIsFocused(false)
      }, CLOSE_AFTER_MS)
    }
    let closing: ReturnType<typeof setTimeout> | undefined
    // A press on a button beside the field that returns the focus.
    const stay = () => {
      clearTimeout(closing)
    }
    const input = document.getElementById(control.id)
    input?.addEventListener('blur', leave)
    input?.addEventListener('focus', stay)
    return () => {
      input?.removeEventListener('blur', leave)
      input?.removeEventListener('focus', stay)
      clearTimeout(closing)
    }
  }, [isFocused, control.id])

  const choose = (person: UserSummary) => {
    onChange({ recipient: person.displayName, recipientId: person.id, person })
    setTyped('')
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (confirmsComposition(event)) event.preventDefault()
    if (!isOpen) {
      onOtherKey?.(event)
      return
    }
    const step = keyOf(event) === 'ArrowDown' ? 1 : keyOf(event) === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((active + step + people.length) % people.length)
    } else if (keyOf(event) === 'Escape') {
      event.preventDefault()
      setTyped('')
    } else if (keyOf(event) === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const person = people[active]
      if (!person) return
      event.preventDefault()
      choose(person)
    }
  }
  return (
    <div className="recipient">
      <input
        {...control}
        className="input"
        name="recipient"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        required={required}
        placeholder={messagesText('recipientPlaceholder')}
        value={value}
        onFocus={() => {
          setIsFocused(true)
        }}
        onChange={({ target }) => {
          setActive(0)
          onChange({ recipient: target.value, recipientId: null })
          setTyped(target.value)
          setIsFocused(true)
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={messagesText('suggestions')}
        className="recipient-list"
        hidden={!isOpen}
      >
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className="recipient-option"
            onClick={() => {
              choose(person)
            }}
          >
            <Avatar user={person} size="small" />
            <b>{person.displayName}</b>
            <span className="faint">@{person.username}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
