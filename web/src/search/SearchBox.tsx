import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { confirmsComposition, isComposing, keyOf } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { IconButton, onDemand, useCloseOnBack, useIsNarrow, useShortcuts } from '../ui'
import { Search, X } from '../ui/icons'
import { searchBoxText } from './search-box.texts'
import type { ListKeys } from './Suggestions'
import { SUBMITTED } from './submitted'
import './search-box.css'

const suggestionsPart = onDemand(() => import('./Suggestions'))

/**
 * The search box of every page. Suggestions appear below it while something is typed, once an input method has finished
 * composing; Enter without a chosen one searches.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { pathname, key } = useLocation()
  const shown = pathname === '/search' ? (params.get('q') ?? '') : ''
  // What was typed belongs to the page on which it was typed.
  const [query, setQuery] = useState({ at: key, text: shown, typed: '' })
  if (query.at !== key) setQuery({ at: key, text: shown, typed: '' })
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const listKeys = useRef<ListKeys | null>(null)
  const composes = useRef(false)
  const listId = useId()
  const part = suggestionsPart.use()
  useShortcuts({
    '/': (event) => {
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
  useEffect(() => {
    if (isOpen) suggestionsPart.load().catch(() => undefined)
  }, [isOpen])

  const leave = () => {
    setIsOpen(false)
    setActive(null)
    // The button that cancels may have it too.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  useCloseOnBack(useIsNarrow() && hasFocus, leave)
  const go = (to: string) => {
    leave()
    void navigate(to)
  }
  const searchFor = (q: string) => {
    leave()
    void navigate(`/search?${new URLSearchParams({ q }).toString()}`, { state: SUBMITTED })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = query.text.trim()
    if (q) searchFor(q)
    else input.current?.focus()
  }
  const type = (text: string) => {
    setQuery({ at: key, text, typed: composes.current ? query.typed : text.trim() })
    if (!composes.current) setActive(null)
    setIsOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (confirmsComposition(event)) event.preventDefault()
    if (composes.current || isComposing(event)) return
    if (listKeys.current?.(event)) event.preventDefault()
    else if (keyOf(event) === 'Escape') {
      event.preventDefault()
      if (isOpen && part) {
        setIsOpen(false)
        setActive(null)
      } else leave()
    } else if (keyOf(event) === 'ArrowDown' && !isOpen) {
      event.preventDefault()
      setIsOpen(true)
    }
  }
  const isListShown = isOpen && part !== undefined
  return (
    <form
      className="search-box"
      role="search"
      aria-label={searchBoxText('searchSite')}
      onSubmit={submit}
      onFocus={() => {
        setHasFocus(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        setHasFocus(false)
        setIsOpen(false)
        setActive(null)
      }}
    >
      <div className="search-field">
        <Search aria-hidden />
        <input
          ref={input}
          type="search"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={searchBoxText('placeholder')}
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={isListShown ? listId : undefined}
          aria-activedescendant={(isListShown && active) || undefined}
          placeholder={searchBoxText('placeholder')}
          value={query.text}
          onFocus={() => {
            setIsOpen(true)
          }}
          onClick={() => {
            setIsOpen(true)
          }}
          onChange={({ target }) => {
            type(target.value)
          }}
          onCompositionStart={() => {
            composes.current = true
          }}
          onCompositionEnd={({ currentTarget }) => {
            composes.current = false
            type(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
        {query.text === '' ? (
          <kbd aria-hidden>/</kbd>
        ) : (
          <IconButton
            label={searchBoxText('clear')}
            className="search-clear"
            onClick={() => {
              type('')
              input.current?.focus()
            }}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <button type="button" className="search-cancel" onClick={leave}>
        {commonText('cancel')}
      </button>
      {isListShown && (
        <part.SuggestionList
          id={listId}
          query={query.typed}
          active={active}
          onActive={setActive}
          onKeys={(keys) => {
            listKeys.current = keys
          }}
          onOpen={go}
          onSearch={searchFor}
        />
      )}
    </form>
  )
}
