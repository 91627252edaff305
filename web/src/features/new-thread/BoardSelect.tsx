import { type Board } from '@forum/shared/contract'
import { type Actor } from '@forum/shared/policies'
import { useMemo } from 'react'
import { useTexts } from '../../lib/i18n'
import { type ControlProps } from '../../ui'
import { boardChoices, mayChoose } from './new-thread'
import './texts'

/** The boards a thread may go into, indented under their parents; `boards` is null while they load. */
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
  const t = useTexts()
  const choices = useMemo(() => boardChoices(boards ?? []), [boards])
  const option = (board: Board) => (
    <option key={board.id} value={board.id} disabled={!mayChoose(actor, board)}>
      {board.displayName}
    </option>
  )
  return (
    <select
      {...control}
      className="input"
      name="boardId"
      // While the boards load, the select has no option for the chosen one yet.
      value={boards === null ? '' : (value ?? '')}
      onChange={(event) => {
        onChange(event.target.value === '' ? null : Number(event.target.value))
      }}
    >
      <option value="">{boards === null ? t('common.loading') : t('newThread.boardPlaceholder')}</option>
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
  )
}
