import { type Board } from '@forum/shared/contract'
import { mayUseBoard } from '@forum/shared/policies'
import { useId, useState } from 'react'
import { WhenLoaded } from '../../resource'
import { actorOf } from '../../lib/actor'
import { SkeletonLines } from '../../ui'
import { useSession } from '../../state/session'
import { findBoards, useBoards } from '../../boards'
import { actionsText } from '../thread-actions/actions.texts'

/**
 * The boards to which the moderator may move threads, found by a part of their names. `from` is left out; `current` comes
 * first, and is preselected.
 */
export function BoardChoice({
  from,
  current,
  value,
  onChange,
}: {
  from?: number | undefined
  current?: number
  value: Board | null
  onChange: (board: Board) => void
}) {
  const actor = actorOf(useSession().user)
  const [query, setQuery] = useState('')
  const id = useId()
  const loaded = useBoards()
  const isTarget = ({ id: target, postRole, children }: Board) =>
    actor !== null &&
    target !== from &&
    mayUseBoard(actor, { id: target, postRole, hasChildren: children.length > 0 }) === 'allowed'
  const targets = (loaded.data ?? []).filter(isTarget)
  const first = targets.filter((board) => board.id === current)
  const found = findBoards([...first, ...targets.filter((board) => board.id !== current)], query)
  return (
    <>
      <input
        type="search"
        className="input"
        aria-label={actionsText('moveSearch')}
        placeholder={actionsText('moveSearch')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
        }}
      />
      <fieldset className="move-boards">
        <legend className="visually-hidden">{actionsText('moveTarget')}</legend>
        <WhenLoaded
          loaded={loaded}
          skeleton={<SkeletonLines count={6} lineClass="move-board" />}
          failed={actionsText('moveFailed')}
        >
          {() => found.length === 0 && <p className="faint">{actionsText('moveNone')}</p>}
        </WhenLoaded>
        {found.map((board) => (
          <label key={board.id} className="move-board">
            <input
              type="radio"
              name={id}
              value={board.id}
              checked={board.id === (value?.id ?? current)}
              onChange={() => {
                onChange(board)
              }}
            />
            <span>{board.displayName}</span>
            {board.parent && <span className="faint small">{board.parent.displayName}</span>}
          </label>
        ))}
      </fieldset>
    </>
  )
}
