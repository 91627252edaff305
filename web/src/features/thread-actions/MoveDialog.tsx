import { type Board } from '@forum/shared/contract'
import { mayUseBoard } from '@forum/shared/policies'
import { useId, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import { Bone, ErrorState, rows, Skeleton, toast } from '../../ui'
import { useSession } from '../auth'
import { findBoards, useBoards } from '../boards'
import { type ThreadRow } from '../thread-copy'
import { ActDialog } from './ActDialog'
import { actionsText } from './actions.texts'
import { moveThread } from './thread-actions.actions'

/** Moves a thread to a board that the moderator finds by a part of its name. */
export function MoveDialog({ thread, onClose }: { thread: ThreadRow; onClose: () => void }) {
  const actor = actorOf(useSession().user)
  const [boardId, setBoardId] = useState<number | null>(null)
  const [query, setQuery] = useState('')
  const id = useId()
  const loaded = useBoards()
  const boards = loaded.data ?? []
  const isTarget = ({ id: target, postRole, children }: Board) =>
    actor !== null &&
    target !== thread.boardId &&
    mayUseBoard(actor, { id: target, postRole, hasChildren: children.length > 0 }) === 'allowed'
  const found = findBoards(boards.filter(isTarget), query)
  const move = async (reason: string) => {
    const result = await moveThread(forum, thread.id, boardId ?? 0, reason)
    const name = boards.find((board) => board.id === boardId)?.displayName ?? ''
    if (result.ok) toast.success(actionsText('moved', { board: name }))
    return result
  }
  return (
    <ActDialog
      title={actionsText('moveTitle')}
      text={thread.title}
      confirmLabel={actionsText('moveTitle')}
      onClose={onClose}
      onConfirm={move}
      check={() => (boardId === null ? actionsText('moveChoose') : null)}
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
        {loaded.status === 'loading' && (
          <Skeleton>
            {rows(6, (index) => (
              <p key={index} className="move-board">
                <Bone width={`${6 + ((index * 5) % 4)}em`} />
              </p>
            ))}
          </Skeleton>
        )}
        {loaded.status === 'error' && (
          <ErrorState
            title={actionsText('moveFailed')}
            cause={loaded.error.message}
            onRetry={loaded.reload}
          />
        )}
        {loaded.status === 'ready' && found.length === 0 && (
          <p className="faint">{actionsText('moveNone')}</p>
        )}
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
