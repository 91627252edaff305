import { type LogEntry } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** Undoes an act of the log, and returns its entry. */
export function undoAct(forum: Forum, actId: number): Promise<Result<LogEntry>> {
  const call = () => forum.call('undoAct', { params: { actId }, body: {} })
  return resultOf(withFreshPassword(forum, call).then(({ entry }) => entry))
}
