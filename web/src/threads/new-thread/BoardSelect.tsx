import { type Board } from '@forum/shared/contract'
import { type Actor } from '@forum/shared/policies'
import { useMemo, useRef, useState } from 'react'
import { confirmsComposition, keyOf } from '../../lib/keys'
import { commonText } from '../../lib/i18n'
import { type ControlProps } from '../../ui'
import { findBoards } from '../../boards'
import { boardChoices, mayChoose } from './new-thread'
import { newThreadText } from './new-thread.texts'

/** Maximum number of boards found by name that are shown. */
const FOUND_MAX = 6

/**
 * The boards a thread may go into, indented under their parents, and a search by name beside them; `boards` is null
 * while they load.
 */
export function BoardSelect({
  control,
  boards,
  actor,
  value,
  onChange,
}: {
  control: ControlProps
  boards: Board[] | null
  actor: Actor | null
  value: number | null
  onChange: (boardId: number | null) => void
}) {
  const [query, setQuery] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const choices = useMemo(() => boardChoices(boards ?? []), [boards])
  const found = useMemo(() => {
    const parents = new Set((boards ?? []).map((board) => board.parentId))
    const leaves = (boards ?? []).filter((board) => !parents.has(board.id) && mayChoose(actor, board))
    return query.trim() === '' ? null : findBoards(leaves, query).slice(0, FOUND_MAX)
  }, [boards, actor, query])
  const choose = (board: Board | undefined) => {
    if (!board) return
    onChange(board.id)
    setQuery('')
    select.current?.focus()
  }
  const option = (board: Board) => (
    <option key={board.id} value={board.id} disabled={!mayChoose(actor, board)}>
      {board.displayName}
    </option>
  )
  return (
    <>
      <div className="board-choice">
        <select
          {...control}
          ref={select}
          className="input"
          name="boardId"
          // While the boards load, the select has no option for the chosen one yet.
          value={boards === null ? '' : (value ?? '')}
          onChange={(event) => {
            onChange(event.target.value === '' ? null : Number(event.target.value))
          }}
        >
          <option value="">
            {boards === null ? commonText('loading') : newThreadText('boardPlaceholder')}
          </option>
          {choices.map((choice) =>
            choice.boards.length === 0 ? (
              option(choice.board)
            ) : (
              <optgroup key={choice.board.id} label={choice.board.displayName}>
                {choice.boards.map(option)}
              </optgroup>
            ),
          )}
        </select>
        <input
          type="search"
          className="input board-search"
          autoComplete="off"
          aria-label={newThreadText('findBoard')}
          placeholder={newThreadText('findBoard')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
          }}
          onKeyDown={(event) => {
            if (confirmsComposition(event)) event.preventDefault()
            if (keyOf(event) === 'Enter') {
              // Enter would submit the form.
              event.preventDefault()
              choose(found?.[0])
            } else if (keyOf(event) === 'Escape' && query !== '') {
              event.preventDefault()
              setQuery('')
            }
          }}
        />
      </div>
      {found && (
        <div className="buttons" role="status">
          {found.length === 0 && <span className="faint small">{newThreadText('noSuchBoard')}</span>}
          {found.map((board) => (
            <button
              key={board.id}
              type="button"
              className="board-found-one"
              onClick={() => {
                choose(board)
              }}
            >
              {board.displayName}
              {board.parent && <span className="faint small">{board.parent.displayName}</span>}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
