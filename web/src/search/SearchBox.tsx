import { type CompositionEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { confirmsComposition, isComposing, keyOf } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { IconButton, onDemand, useCloseOnBack, useIsNarrow, useOnDemand, useShortcuts } from '../ui'
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
  const { input, query, list, keys, setHasFocus, leave, go, searchFor, submit, type } = useSearchBox()
  const listId = useId()
  const { part } = list
  const open = () => {
    list.setIsOpen(true)
  }
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
        list.close()
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
          aria-expanded={list.isShown}
          aria-controls={list.isShown ? listId : undefined}
          aria-activedescendant={(list.isShown && list.active) || undefined}
          placeholder={searchBoxText('placeholder')}
          value={query.text}
          onFocus={open}
          onClick={open}
          onChange={({ target }) => {
            type(target.value)
          }}
          {...keys}
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
      {list.isOpen && part && (
        <part.SuggestionList
          id={listId}
          query={query.typed}
          active={list.active}
          onActive={list.setActive}
          onKeys={list.setKeys}
          onOpen={go}
          onSearch={searchFor}
        />
      )}
    </form>
  )
}

/** The list of suggestions, whose code is loaded when it is first opened. */
function useSuggestionList() {
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const keys = useRef<ListKeys | null>(null)
  const part = useOnDemand(suggestionsPart, isOpen)
  const close = () => {
    setIsOpen(false)
    setActive(null)
  }
  return {
    ...{ isOpen, setIsOpen, active, setActive, part, close },
    isShown: isOpen && part !== undefined,
    setKeys: (onKey: ListKeys | null) => {
      keys.current = onKey
    },
    /** Returns whether the list has handled the key. */
    onKey: (event: KeyboardEvent) => keys.current?.(event) ?? false,
  }
}

function useSearchBox() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { pathname, key } = useLocation()
  const shown = pathname === '/search' ? (params.get('q') ?? '') : ''
  // A typed text belongs to the page on which it was typed.
  const [query, setQuery] = useState({ at: key, text: shown, typed: '' })
  if (query.at !== key) setQuery({ at: key, text: shown, typed: '' })
  const [hasFocus, setHasFocus] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const composes = useRef(false)
  const list = useSuggestionList()
  useShortcuts({
    '/': (event) => {
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    },
  })
  const leave = () => {
    list.close()
    // The cancel button may have the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  useCloseOnBack(useIsNarrow() && hasFocus, leave)
  const searchFor = (q: string) => {
    leave()
    void navigate(`/search?${new URLSearchParams({ q }).toString()}`, { state: SUBMITTED })
  }
  const type = (text: string) => {
    setQuery({ at: key, text, typed: composes.current ? query.typed : text.trim() })
    if (!composes.current) list.setActive(null)
    list.setIsOpen(true)
  }
  return {
    ...{ input, query, list, setHasFocus, leave, searchFor, type },
    go: (to: string) => {
      leave()
      void navigate(to)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      const q = query.text.trim()
      if (q) searchFor(q)
      else input.current?.focus()
    },
    keys: {
      onCompositionStart: () => {
        composes.current = true
      },
      onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
        composes.current = false
        type(currentTarget.value)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (confirmsComposition(event)) event.preventDefault()
        if (composes.current || isComposing(event)) return
        if (list.onKey(event)) event.preventDefault()
        else if (keyOf(event) === 'Escape') {
          event.preventDefault()
          if (list.isShown) list.close()
          else leave()
        } else if (keyOf(event) === 'ArrowDown' && !list.isOpen) {
          event.preventDefault()
          list.setIsOpen(true)
        }
      },
    },
  }
}
