import { useForum } from '../store'
import { boardIn } from '../state/board-copy'

/** The type of a thread before its title, as soon as its board is known. */
export function TypeMark({
  thread: { boardId, type },
}: {
  thread: { boardId: number; type: string | null }
}) {
  const name = useForum((read) =>
    type === null ? undefined : boardIn(read, boardId)?.types.find(({ key }) => key === type)?.name,
  )
  return name === undefined ? null : <span className="thread-type">［{name}］</span>
}
