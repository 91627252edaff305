import { useId } from 'react'
import { useBoards } from '../../boards'
import { actionsText } from '../thread-actions/actions.texts'

/** The types of the board in which threads are, and none. */
export function TypeChoice({
  boardId,
  value,
  onChange,
}: {
  boardId: number | undefined
  /** Null for none, undefined until one is chosen. */
  value: string | null | undefined
  onChange: (type: string | null) => void
}) {
  const id = useId()
  const board = useBoards().data?.find((one) => one.id === boardId)
  const options = [...(board?.types ?? []), { key: null, name: actionsText('noType') }]
  return (
    <fieldset className="move-boards">
      <legend className="visually-hidden">{actionsText('typeTitle')}</legend>
      {options.map(({ key, name }) => (
        <label key={key} className="move-board">
          <input type="radio" name={id} checked={key === value} onChange={() => onChange(key)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
