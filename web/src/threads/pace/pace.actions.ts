import { type Undo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { catchUpSoon, type ThreadRow } from '../../state/thread-copy'

/** The slow mode of a thread, and its scheduled locks. */
export type Pace = Pick<ThreadRow, 'slowSeconds' | 'lockAt' | 'unlockAt' | 'closeAfterDays'>

/** Changes the parts of a thread's pace that differ, and resolves with the undos of these acts. */
export function setPace(
  forum: Forum,
  thread: ThreadRow,
  { slowSeconds, ...times }: Pace,
  reason: string,
): Promise<Result<readonly Undo[]>> {
  const params = { threadId: thread.id }
  const reasonField = reason === '' ? {} : { reason }
  const changed = (Object.keys(times) as (keyof typeof times)[]).filter(
    (name) => times[name] !== thread[name],
  )
  const set = async () => {
    const undos = []
    if (slowSeconds !== thread.slowSeconds)
      undos.push(
        (await forum.call('slowThread', { params, body: { seconds: slowSeconds, ...reasonField } })).undo,
      )
    if (changed.length > 0) {
      const given = Object.fromEntries(changed.map((name) => [name, times[name]]))
      undos.push((await forum.call('scheduleThread', { params, body: { ...given, ...reasonField } })).undo)
    }
    void catchUpSoon(forum, thread.id)
    return undos.filter((undo) => undo !== null)
  }
  return resultOf(set())
}

/** Undoes acts, the last one first. */
export const undoPace = (forum: Forum, threadId: number, undos: readonly Undo[]): Promise<Result<void>> =>
  resultOf(
    (async () => {
      for (const { id } of undos.toReversed())
        await forum.call('undoAct', { params: { actId: id }, body: {} })
      void catchUpSoon(forum, threadId)
    })(),
  )
