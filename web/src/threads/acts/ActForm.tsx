import { type Board } from '@forum/shared/contract'
import { TITLE_MAX } from '@forum/shared/limits'
import { mayUseBoard } from '@forum/shared/policies'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useId, useState } from 'react'
import { WhenLoaded } from '../../resource'
import { actorOf } from '../../lib/actor'
import { type Result } from '../../lib/result'
import { Counter, Field, SkeletonLines } from '../../ui'
import { useSession } from '../../state/session'
import { findBoards, useBoards } from '../../boards'
import { ActDialog } from '../thread-actions/ActDialog'
import { actionsText } from '../thread-actions/actions.texts'
import { type Given, type PageAct } from './acts'

/** Asks what an act on threads or a reply needs: the reason, and the new title or the board if it is about one. */
export function ActForm({
  act: { asks, label, isDanger = false },
  title,
  text,
  from,
  onConfirm,
  onClose,
}: {
  act: PageAct
  title: string
  text?: string | undefined
  /** What a thread is called, and the board it is in. */
  from: { title?: string; boardId?: number }
  onConfirm: (given: Given) => Promise<Result<void>>
  onClose: () => void
}) {
  const [newTitle, setTitle] = useState(from.title ?? '')
  const [board, setBoard] = useState<Board | null>(null)
  const given: Given = asks === 'title' ? { title: newTitle } : board ? { board } : {}
  const check = () => {
    if (asks === 'board') return board === null ? actionsText('moveChoose') : null
    if (asks !== 'title') return null
    if (isBlank(newTitle)) return actionsText('titleEmpty')
    return countCharacters(newTitle) > TITLE_MAX ? actionsText('titleTooLong', { max: TITLE_MAX }) : null
  }
  return (
    <ActDialog
      title={title}
      text={text}
      confirmLabel={asks === 'reason' ? label() : title}
      danger={isDanger}
      onClose={onClose}
      onConfirm={(reason) => onConfirm({ ...given, reason })}
      check={check}
    >
      {asks === 'title' && <TitleField value={newTitle} onChange={setTitle} />}
      {asks === 'board' && <BoardChoice from={from.boardId} value={board} onChange={setBoard} />}
    </ActDialog>
  )
}

function TitleField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={actionsText('newTitle')}
      required
      aside={<Counter count={countCharacters(value)} max={TITLE_MAX} />}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

/** The boards to which the moderator may move threads, found by a part of their names. */
function BoardChoice({
  from,
  value,
  onChange,
}: {
  from: number | undefined
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
  const found = findBoards((loaded.data ?? []).filter(isTarget), query)
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
              checked={board.id === value?.id}
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
