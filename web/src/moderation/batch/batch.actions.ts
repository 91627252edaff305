import { type BatchAction } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Given, THREAD_ACTS, type ThreadAct } from '../../threads'
import { type Forum } from '../../store'
import { undoAct } from '../log/log.actions'
import { threadModerated, type ThreadMarks, type ThreadRow } from '../../state/thread-copy'

export interface Batch {
  action: BatchAction
  threads: readonly ThreadRow[]
  given: Given
}

/** The acts of a batch, in the order of the menu of a thread. */
export const OFFERED = Object.keys(THREAD_ACTS)
  .filter((action) => action !== 'rename_thread')
  .map((action) => action.replace('_thread', '')) as BatchAction[]

/** Returns the act that a batch does to each thread. */
export const actOf = (action: BatchAction): ThreadAct => THREAD_ACTS[`${action}_thread`]

export interface BatchOutcome {
  action: BatchAction
  /** Number of threads changed. */
  done: number
  /** Error codes of the other threads, by id. */
  failures: Readonly<Record<number, string>>
  /** The undo of each change. */
  undos: readonly { actId: number; threadId: number; before: Partial<ThreadMarks> }[]
}

function mark(forum: Forum, threadId: number, marks: Partial<ThreadMarks>): void {
  forum.update((write) => {
    threadModerated(write, threadId, marks)
  })
}

/**
 * Does one act to several threads and updates the rows at once, since events may take a moment. Fails only if nothing
 * was done at all.
 */
export function moderateThreads(forum: Forum, batch: Batch): Promise<Result<BatchOutcome>> {
  const { action, threads, given } = batch
  const { reason, board, type } = given
  const after = actOf(action).marks(given)
  const before = new Map(
    threads.map((row) => {
      const keys = Object.keys(after) as (keyof ThreadMarks)[]
      return [row.id, Object.fromEntries(keys.map((key) => [key, row[key]]))]
    }),
  )
  const body = {
    ids: threads.map(({ id }) => id),
    action,
    ...(board ? { boardId: board.id } : {}),
    ...(type === undefined ? {} : { type }),
    ...(reason ? { reason } : {}),
  }
  return resultOf(
    forum.call('moderateThreads', { body }).then(({ results }) => {
      const done = results.filter(({ ok }) => ok)
      for (const { id } of done) mark(forum, id, after)
      return {
        action,
        done: done.length,
        failures: Object.fromEntries(
          results.filter(({ ok }) => !ok).map(({ id, code }) => [id, code ?? 'INTERNAL']),
        ),
        undos: done.flatMap(({ id, undo }) => {
          const marks = before.get(id)
          return undo && marks ? [{ actId: undo.id, threadId: id, before: marks }] : []
        }),
      }
    }),
  )
}

/**
 * Undoes the acts of a batch, one after the other. Returns the error codes of those that could not be undone, by
 * thread.
 */
export async function undoBatch(forum: Forum, { undos }: BatchOutcome): Promise<Record<number, string>> {
  const failures: Record<number, string> = {}
  for (const { actId, threadId, before } of undos) {
    const undone = await undoAct(forum, actId)
    if (undone.ok) mark(forum, threadId, before)
    else failures[threadId] = undone.error.code
  }
  return failures
}
