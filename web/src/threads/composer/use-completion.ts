import { type KeyboardEvent, type RefObject, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { completeMention, mentionAt } from './edits'
import { type Person, useSuggestions } from './people'
import { write } from './write'

const NOBODY: readonly Person[] = []

/** The suggestions for a name that is being typed in a text. */
export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  people: readonly Person[],
) {
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const mention = caret === null ? null : mentionAt({ text, start: caret, end: caret })
  const found = useSuggestions(mention?.query ?? null, people)
  // A complete name needs no completion.
  const isWhole = found.length === 1 && found[0]?.username.toLowerCase() === mention?.query.toLowerCase()
  const offered = mention && !isWhole ? found : NOBODY
  const index = Math.min(chosen, Math.max(0, offered.length - 1))

  const update = (area: HTMLTextAreaElement) => {
    const at = area.selectionStart === area.selectionEnd ? area.selectionStart : null
    if (at !== caret) setChosen(0)
    setCaret(at)
  }
  const close = () => {
    setCaret(null)
  }
  const choose = (person: Person | undefined) => {
    if (!box.current || !person || !mention) return
    write(box.current, completeMention(mention, box.current.selectionStart, person.username))
    close()
  }
  const move = (step: 1 | -1) => {
    setChosen((before) => (before + step + offered.length) % offered.length)
  }
  /** Returns whether the suggestions have handled the key. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (offered.length === 0 || event.ctrlKey || event.metaKey) return false
    switch (keyOf(event)) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
      case 'Tab':
        choose(offered[index])
        break
      case 'Escape':
        close()
        break
      default:
        return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { people: offered, index, update, close, choose, onKeyDown }
}
