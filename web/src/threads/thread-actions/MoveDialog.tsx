import { type Board } from '@forum/shared/contract'
import { mayUseBoard } from '@forum/shared/policies'
import { useId, useState } from 'react'
import { WhenLoaded } from '../../resource'
import { actorOf } from '../../lib/actor'
import { type Result } from '../../lib/result'
import { SkeletonLines } from '../../ui'
import { useSession } from '../../state/session'
import { findBoards, useBoards } from '../../boards'
import { ActDialog } from './ActDialog'
import { actionsText } from './actions.texts'

/** Asks for the board to move threads to, which the moderator finds by a part of its name. */
export function MoveDialog({
  text,
  from,
  onMove,
  onClose,
}: {
  /** What is moved. */
  text: string
  /** The board in which it is. */
  from: number
  onMove: (board: Board, reason: string) => Promise<Result<void>>
  onClose: () => void
}) {
  const actor = actorOf(useSession().user)
  const [boardId, setBoardId] = useState<number | null>(null)
  const [query, setQuery] = useState('')
  const id = useId()
  const loaded = useBoards()
  const boards = loaded.data ?? []
  const isTarget = ({ id: target, postRole, children }: Board) =>
    actor !== null &&
    target !== from &&
    mayUseBoard(actor, { id: target, postRole, hasChildren: children.length > 0 }) === 'allowed'
  const found = findBoards(boards.filter(isTarget), query)
  const target = boards.find((board) => board.id === boardId)
  return (
    <ActDialog
      title={actionsText('moveTitle')}
      text={text}
      confirmLabel={actionsText('moveTitle')}
      onClose={onClose}
      onConfirm={(reason) =>
        target ? onMove(target, reason) : Promise.resolve({ ok: true, value: undefined })
      }
      check={() => (target === undefined ? actionsText('moveChoose') : null)}
    >
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
              checked={board.id === boardId}
              onChange={() => {
                setBoardId(board.id)
              }}
            />
            <span>{board.displayName}</span>
            {board.parent && <span className="faint small">{board.parent.displayName}</span>}
          </label>
        ))}
      </fieldset>
    </ActDialog>
  )
}
