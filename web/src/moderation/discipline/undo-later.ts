import { type LogEntry, type Undo } from '@forum/shared/contract'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { toast } from '../../ui'
import { undoAct } from '../log/log.actions'
import { disciplineText } from './discipline.texts'

/** Says that an act is done, and offers its undo. */
export function undoLater(done: string, undo: Undo | null, list: List<LogEntry>): void {
  const undoNow = async (id: number) => {
    const result = await undoAct(forum, id)
    if (result.ok) toast.success(disciplineText('undone'))
    else toast.error(result.error.message)
    revalidateList(forum, list).catch(() => undefined)
  }
  const action = undo && { label: disciplineText('undo'), onClick: () => void undoNow(undo.id) }
  toast.success(done, action ? { action } : {})
}
