import { type MemberHit, type SearchSort } from '@forum/shared/contract'
import { trimText } from '@forum/shared/text'
import { type ComponentProps, type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Button, classNames, IconButton, sharedClock } from '../ui'
import { CalendarDays, LayoutList, UserRound, X } from '../ui/icons'
import { useBoards } from '../boards'
import { boardTree, nameOfBoard } from './board-tree'
import {
  daysBefore,
  hasFilters,
  NO_FILTERS,
  type Range,
  rangeOf,
  RANGES,
  searchPath,
  type SearchRequest,
} from './search-address'
import { findAuthors } from './search.actions'
import { searchText } from './search.texts'
import '../ui/chip.css'

const SELECTABLE = ['week', 'month', 'year', 'custom'] as const

/** Returns the filters of a search, named as on their chips. */
export function useFilterNames(request: SearchRequest): string[] {
  const boards = useBoards()
  const { boardId, author } = request
  const dates = datesName(request)
  return [
    ...(boardId === null ? [] : [nameOfBoard(boardId, boards.status === 'ready' ? boards.data : null)]),
    ...(author === '' ? [] : [author]),
    ...(dates === null ? [] : [dates]),
  ]
}

function datesName(request: SearchRequest): string | null {
  const { from, to } = request
  const range = rangeOf(request, new Date(sharedClock.now()))
  if (range === null) return null
  if (range !== 'custom') return searchText(range)
  if (to === '') return searchText('since', { from })
  return from === '' ? searchText('until', { to }) : searchText('between', { from, to })
}

/** The filters of a search: a chip each, with a cross once it is set. The address holds them. */
export function Filters({
  request,
  hasOrder,
}: {
  request: SearchRequest
  /** True if the order of the results is chosen here too, for layouts without room elsewhere. */
  hasOrder: boolean
}) {
  const navigate = useNavigate()
  const boards = useBoards()
  const [open, setOpen] = useState<'author' | 'dates' | null>(null)
  const loadedBoards = boards.status === 'ready' ? boards.data : null
  const change = (filters: Partial<SearchRequest>) => {
    setOpen(null)
    void navigate(searchPath({ ...request, ...filters, page: 1 }), { state: { keepsScroll: true } })
  }
  const { boardId, author } = request
  const dates = datesName(request)
  return (
    <div role="group" aria-label={searchText('filters')}>
      <div className="filters">
        <Chip
          icon={<LayoutList aria-hidden />}
          value={boardId === null ? null : nameOfBoard(boardId, loadedBoards)}
          onRemove={() => {
            change({ boardId: null })
          }}
        >
          <Fitted>
            <BoardSelect aria-label={searchText('board')} request={request} onChange={change} />
          </Fitted>
        </Chip>
        <Chip
          icon={<UserRound aria-hidden />}
          value={author || null}
          onRemove={() => {
            change({ author: '' })
          }}
        >
          <button
            type="button"
            aria-expanded={open === 'author'}
            onClick={() => {
              setOpen(open === 'author' ? null : 'author')
            }}
          >
            {author ? `${searchText('author')}：${author}` : searchText('author')}
          </button>
        </Chip>
        <Chip
          icon={<CalendarDays aria-hidden />}
          value={dates}
          onRemove={() => {
            change({ from: '', to: '' })
          }}
        >
          <Fitted>
            <DatesSelect
              aria-label={searchText('date')}
              request={request}
              isCustom={false}
              onCustom={() => {
                setOpen('dates')
              }}
              onChange={change}
            />
          </Fitted>
        </Chip>
        {hasFilters(request) && (
          <Link
            to={searchPath({ ...request, ...NO_FILTERS, page: 1 })}
            state={{ keepsScroll: true }}
            className="filters-clear small soft"
          >
            {searchText('clearFilters')}
          </Link>
        )}
        {hasOrder && (
          <Chip icon={null} value={null}>
            <Fitted>
              <OrderSelect
                aria-label={searchText('order')}
                value={request.sortBy}
                onChoose={(sortBy) => {
                  change({ sortBy })
                }}
              />
            </Fitted>
          </Chip>
        )}
      </div>
      {open === 'author' && (
        <AuthorForm
          autoFocus
          onChoose={(username) => {
            change({ author: username })
          }}
        />
      )}
      {open === 'dates' && <DatesForm request={request} onChoose={change} />}
    </div>
  )
}

type SelectProps = ComponentProps<'select'> & { request: SearchRequest }
type Change = (filters: Partial<SearchRequest>) => void

/** Chooses a board, with the boards below it. */
export function BoardSelect({
  request: { boardId },
  isLabelled = false,
  onChange,
  ...rest
}: Omit<SelectProps, 'onChange'> & {
  /** True if the control has a visible label. */
  isLabelled?: boolean
  onChange: Change
}) {
  const boards = useBoards()
  const loadedBoards = boards.status === 'ready' ? boards.data : null
  return (
    <select
      {...rest}
      value={boardId ?? ''}
      onChange={({ target }) => {
        onChange({ boardId: target.value === '' ? null : Number(target.value) })
      }}
    >
      <option value="">
        {boardId === null && !isLabelled ? searchText('board') : searchText('allBoards')}
      </option>
      {boardId !== null && loadedBoards === null && (
        <option value={boardId}>{nameOfBoard(boardId, loadedBoards)}</option>
      )}
      {boardTree(loadedBoards ?? []).map(({ board, depth, hasChildren }) => (
        <option key={board.id} value={board.id}>
          {'\u3000'.repeat(depth)}
          {hasChildren ? searchText('boardOf', { board: board.displayName }) : board.displayName}
        </option>
      ))}
    </select>
  )
}

/** Chooses a range of dates, or opens the fields for other dates. */
export function DatesSelect({
  request,
  isLabelled = false,
  isCustom,
  onCustom,
  onChange,
  ...rest
}: Omit<SelectProps, 'onChange'> & {
  /** True if the control has a visible label. */
  isLabelled?: boolean
  /** True while dates are being entered. */
  isCustom: boolean
  onCustom: () => void
  onChange: Change
}) {
  const now = new Date(sharedClock.now())
  const range = isCustom ? 'custom' : rangeOf(request, now)
  const dates = datesName(request)
  return (
    <select
      {...rest}
      value={range ?? ''}
      onChange={({ target }) => {
        if (target.value === 'custom') onCustom()
        else
          onChange({
            from: target.value === '' ? '' : daysBefore(now, RANGES[target.value as Range]),
            to: '',
          })
      }}
    >
      <option value="">{range === null && !isLabelled ? searchText('date') : searchText('anyDate')}</option>
      {SELECTABLE.map((one) => (
        <option key={one} value={one}>
          {one === 'custom' && range === 'custom' ? (dates ?? searchText(one)) : searchText(one)}
        </option>
      ))}
    </select>
  )
}

/** Chooses the order of the results. */
export function OrderSelect({
  onChoose,
  ...rest
}: ComponentProps<'select'> & { onChoose: (sortBy: SearchSort) => void }) {
  return (
    <select
      {...rest}
      onChange={({ target }) => {
        onChoose(target.value === 'newest' ? 'newest' : 'relevance')
      }}
    >
      <option value="relevance">{searchText('relevance')}</option>
      <option value="newest">{searchText('newest')}</option>
    </select>
  )
}

function Chip({
  icon,
  value,
  onRemove,
  children,
}: {
  icon: ReactNode
  /** The name of the current choice; null for none. */
  value: string | null
  /** Called by the cross of the current choice. */
  onRemove?: () => void
  children: ReactNode
}) {
  return (
    <span className={classNames('filter-chip', value !== null && 'filter-chip-on')}>
      {icon}
      {children}
      {value !== null && (
        <IconButton label={searchText('removeFilter', { filter: value })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

/** Gives the style the text of its select, so that both are equally wide in engines that cannot do this in CSS. */
function Fitted({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const select = frame.current?.querySelector('select')
    if (frame.current) frame.current.dataset.chosen = select?.selectedOptions[0]?.text ?? ''
  })
  return (
    <span ref={frame} className="filter-chip-fit">
      {children}
    </span>
  )
}

/** A chosen filter with a cross. */
export function Chosen(props: { value: string; onRemove: () => void; children: ReactNode }) {
  return <Chip icon={null} {...props} />
}

/** Finds the author by name; a single match is chosen at once, several are offered. */
export function AuthorForm({
  autoFocus = false,
  onChoose,
}: {
  autoFocus?: boolean
  onChoose: (username: string) => void
}) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<readonly MemberHit[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const find = async (event: FormEvent) => {
    event.preventDefault()
    const q = trimText(name)
    if (q === '') return
    const members = await findAuthors(forum, q)
    if (!members.ok) {
      setProblem(members.error.message)
      return
    }
    const [match] = members.value.filter(({ username }) => username.toLowerCase() === q.toLowerCase())
    const one = match ?? (members.value.length === 1 ? members.value[0] : undefined)
    setProblem(members.value.length === 0 ? searchText('noSuchAuthor') : null)
    setFound(members.value)
    if (one) onChoose(one.username)
  }
  return (
    <form className="filter-form" onSubmit={(event) => void find(event)}>
      <input
        className="input"
        type="text"
        autoFocus={autoFocus}
        autoCapitalize="none"
        autoComplete="off"
        aria-label={searchText('authorField')}
        placeholder={searchText('authorField')}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setFound(null)
          setProblem(null)
        }}
      />
      <Button type="submit">{commonText('search')}</Button>
      <div className="filter-found" role="status">
        {problem}
        {(found ?? []).map((member) => (
          <button
            key={member.id}
            type="button"
            className="chip"
            onClick={() => {
              onChoose(member.username)
            }}
          >
            {member.displayName} <span className="faint">@{member.username}</span>
          </button>
        ))}
      </div>
    </form>
  )
}

function DatesForm({
  request,
  onChoose,
}: {
  request: SearchRequest
  onChoose: (dates: { from: string; to: string }) => void
}) {
  const [from, setFrom] = useState(request.from)
  const [to, setTo] = useState(request.to)
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        // Dates in the wrong order are swapped.
        onChoose(from !== '' && to !== '' && from > to ? { from: to, to: from } : { from, to })
      }}
    >
      <DatesFields
        from={from}
        to={to}
        onChange={(dates) => {
          setFrom(dates.from ?? from)
          setTo(dates.to ?? to)
        }}
      />
      <Button type="submit">{commonText('confirm')}</Button>
    </form>
  )
}

export function DatesFields({
  from,
  to,
  onChange,
}: {
  from: string
  to: string
  onChange: (dates: { from?: string; to?: string }) => void
}) {
  return (
    <>
      <label>
        {searchText('from')}{' '}
        <input
          className="input"
          type="date"
          value={from}
          onChange={({ target }) => {
            onChange({ from: target.value })
          }}
        />
      </label>
      <label>
        {searchText('to')}{' '}
        <input
          className="input"
          type="date"
          value={to}
          onChange={({ target }) => {
            onChange({ to: target.value })
          }}
        />
      </label>
    </>
  )
}
