import { type LogEntry } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'

/** Takes one act of the log back, and returns its entry. */
export function undoAct(forum: Forum, actId: number): Promise<Result<LogEntry>> {
  return resultOf(forum.call('undoAct', { params: { actId }, body: {} }).then(({ entry }) => entry))
}
