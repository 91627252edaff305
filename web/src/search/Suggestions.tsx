import { type ThreadHit } from '@forum/shared/contract'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react'
import { keyOf } from '../lib/keys'
import { commonText } from '../lib/i18n'
import { useSearchAsTyped } from '../resource'
import { forum } from '../store'
import { Avatar } from '../ui'
import { Clock, LayoutList, MessageSquare, Search } from '../ui/icons'
import { findBoards, useBoards } from '../boards'
import { Marked } from './Marked'
import { markedParts } from './marked-parts'
import { useRecentSearches } from './recent-searches'
import { saysEnough } from './says-enough'
import { type Suggestions, suggest } from './search.actions'
import { suggestionsText } from './suggestions.texts'
import './suggestions.css'

const SHOWN = { recent: 2, members: 3, boards: 2, threads: 3 }

/** Handles a key while the list is open; returns whether it did. */
export type ListKeys = (event: KeyboardEvent) => boolean

interface Option {
  id: string
  icon: ReactNode
  content: ReactNode
  aside?: ReactNode
  choose: () => void
}

interface Group {
  name: string
  /** Null for the last option, which needs no heading. */
  title: string | null
  options: Option[]
}

/** The list below the search box: recent searches at first, and suggestions for a typed text. */
export function SuggestionList({
  id,
  query,
  active,
  onActive,
  onKeys,
  onOpen,
  onSearch,
}: {
  id: string
  /** The typed text, without an unfinished composition. */
  query: string
  /** The id of the chosen option. */
  active: string | null
  onActive: (id: string | null) => void
  /** Receives the key handler of the list; null once it is closed. */
  onKeys: (keys: ListKeys | null) => void
  onOpen: (to: string) => void
  onSearch: (query: string) => void
}) {
  const recent = useRecentSearches()
  const groups = useGroups({ id, query, recent: recent.queries, onOpen, onSearch })
  const options = groups.flatMap((group) => group.options)
  const at = options.findIndex((option) => option.id === active)
  useKeys(options, { at, onActive, onKeys })
  useEffect(() => {
    if (active !== null) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  if (options.length === 0) return <div id={id} role="listbox" aria-label={suggestionsText('list')} hidden />
  return (
    // A press on the list leaves the focus in the field.
    <div
      className="suggestions"
      onMouseDown={(event) => {
        event.preventDefault()
      }}
    >
      <div id={id} role="listbox" aria-label={suggestionsText('list')}>
        {groups.map((group) => (
          <GroupOptions key={group.name} group={group} active={active} />
        ))}
      </div>
      <Foot onClear={query === '' ? recent.clear : undefined} />
    </div>
  )
}

function GroupOptions({ group: { title, options }, active }: { group: Group; active: string | null }) {
  return (
    <div role="group" aria-label={title ?? suggestionsText('search')} className="suggestion-group">
      {title !== null && (
        <div className="suggestion-title small faint" aria-hidden>
          {title}
        </div>
      )}
      {options.map((option) => (
        <div
          key={option.id}
          id={option.id}
          role="option"
          aria-selected={option.id === active}
          className="suggestion"
          onClick={option.choose}
        >
          {option.icon}
          <span className="suggestion-text one-line">{option.content}</span>
          {option.aside && <span className="suggestion-aside small faint num">{option.aside}</span>}
        </div>
      ))}
    </div>
  )
}

/** The keys of the list, and a button that clears the recent searches. */
function Foot({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <div className="suggestions-foot small faint">
      <span className="suggestion-keys" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {suggestionsText('choose')} <kbd>Enter</kbd> {suggestionsText('open')}{' '}
        <kbd>Esc</kbd> {suggestionsText('close')}
      </span>
      {onClear && (
        <button type="button" className="suggestions-clear" onClick={onClear}>
          {suggestionsText('clearRecent')}
        </button>
      )}
    </div>
  )
}

/** Chooses an option by keyboard. */
function useKeys(
  options: readonly Option[],
  {
    at,
    onActive,
    onKeys,
  }: { at: number; onActive: (id: string | null) => void; onKeys: (keys: ListKeys | null) => void },
): void {
  // The field keeps the focus, so it passes its keys to this handler.
  useEffect(() => {
    onKeys((event) => {
      const key = keyOf(event)
      if (key === 'Enter') {
        options[at]?.choose()
        return at >= 0
      }
      if ((key !== 'ArrowDown' && key !== 'ArrowUp') || options.length === 0) return false
      // Beyond either end lies the field itself.
      const places = options.length + 1
      const next = (at + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places
      onActive(options[next - 1]?.id ?? null)
      return true
    })
    return () => {
      onKeys(null)
    }
  })
}

interface Suggested {
  id: string
  query: string
  recent: readonly string[]
  onOpen: (to: string) => void
  onSearch: (query: string) => void
}

/** The groups of the list that have an option. */
function useGroups({ id, query, recent, onOpen, onSearch }: Suggested): Group[] {
  const found = useSuggestions(query)
  const boards = useBoards()
  const loadedBoards = boards.status === 'ready' ? boards.data : null
  return useMemo((): Group[] => {
    const wanted = query.toLowerCase()
    const queries =
      query === ''
        ? recent
        : recent.filter((one) => one.toLowerCase().includes(wanted)).slice(0, SHOWN.recent)
    const all: Group[] = [
      {
        name: 'recent',
        title: suggestionsText('recent'),
        options: queries.map((one, index) => ({
          id: `${id}-recent-${index}`,
          icon: <Clock aria-hidden />,
          content: one,
          choose: () => {
            onSearch(one)
          },
        })),
      },
    ]
    if (query === '') return all.filter(({ options }) => options.length > 0)
    all.push(
      {
        name: 'members',
        title: suggestionsText('members'),
        options: (found?.users ?? []).slice(0, SHOWN.members).map((user) => ({
          id: `${id}-member-${user.id}`,
          icon: <Avatar user={user} size="small" />,
          content: <Marked text={user.displayName} highlights={user.highlights} wholeWords={false} />,
          aside: <Marked text={user.username} highlights={user.highlights} wholeWords={false} />,
          choose: () => {
            onOpen(`/users/${user.id}`)
          },
        })),
      },
      {
        name: 'boards',
        title: suggestionsText('boards'),
        options: (loadedBoards && saysEnough(query) ? findBoards(loadedBoards, query) : [])
          .slice(0, SHOWN.boards)
          .map((board) => ({
            id: `${id}-board-${board.id}`,
            icon: <LayoutList aria-hidden />,
            content: (
              <>
                {board.displayName}
                {board.parent && <span className="faint small"> {board.parent.displayName}</span>}
              </>
            ),
            aside: commonText('today', { count: board.todayCount }),
            choose: () => {
              onOpen(`/boards/${board.id}`)
            },
          })),
      },
      {
        name: 'threads',
        title: suggestionsText('threads'),
        options: (found?.threads ?? [])
          .filter(isFoundByTitle)
          .slice(0, SHOWN.threads)
          .map((thread) => ({
            id: `${id}-thread-${thread.id}`,
            icon: <MessageSquare aria-hidden />,
            content: <Marked text={thread.title} highlights={thread.highlights} />,
            aside: suggestionsText('replies', { count: thread.replyCount }),
            choose: () => {
              onOpen(`/threads/${thread.id}`)
            },
          })),
      },
      {
        name: 'everything',
        title: null,
        options: [
          {
            id: `${id}-everything`,
            icon: <Search aria-hidden />,
            content: suggestionsText('everything', { query }),
            choose: () => {
              onSearch(query)
            },
          },
        ],
      },
    )
    return all.filter(({ options }) => options.length > 0)
  }, [query, recent, found, loadedBoards, id, onOpen, onSearch])
}

/**
 * Returns whether a thread's title contains the typed text. A title without it would look unrelated, so only the full
 * search shows that thread.
 */
const isFoundByTitle = ({ title, highlights }: ThreadHit): boolean =>
  markedParts(title, highlights, { wholeWords: true }).some(({ isMatch }) => isMatch)

const suggestInForum = (query: string, signal: AbortSignal) => suggest(forum, query, signal)

/** The members and threads for a typed text, after a pause; none if they cannot be loaded. */
function useSuggestions(query: string): Suggestions | null {
  // If they cannot be loaded, recent searches and the search itself are still offered.
  const { found } = useSearchAsTyped(query !== '' && saysEnough(query) ? query : null, suggestInForum)
  return found?.text === query ? found.value : null
}
