import { type BatchAction, type Board } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { undoAct } from '../log/log.actions'
import { threadModerated, type ThreadMarks, type ThreadRow } from '../../state/thread-copy'

export interface Batch {
  action: BatchAction
  threads: readonly ThreadRow[]
  /** Where to move them. */
  target?: Board
  reason?: string
}

export interface BatchOutcome {
  action: BatchAction
  /** How many threads it was done to. */
  done: number
  /** Why it was not done to the others: error codes by thread. */
  failures: Readonly<Record<number, string>>
  /** How each act is taken back. */
  undos: readonly { actId: number; threadId: number; before: ThreadMarks }[]
}

function marksAfter({ action, target }: Batch): Partial<ThreadMarks> {
  switch (action) {
    case 'pin':
    case 'unpin':
      return { isPinned: action === 'pin' }
    case 'feature':
    case 'unfeature':
      return { isFeatured: action === 'feature' }
    case 'lock':
    case 'unlock':
      return { isLocked: action === 'lock' }
    case 'delete':
    case 'restore':
      return { isDeleted: action === 'delete' }
    case 'move':
      return target ? { boardId: target.id, board: target } : {}
  }
}

function mark(forum: Forum, threadId: number, marks: Partial<ThreadMarks>): void {
  forum.update((write) => {
    threadModerated(write, threadId, marks)
  })
}

/**
 * Does the same to several threads; the rows show it at once, since the events may take a moment. Fails only if nothing
 * was done at all.
 */
export function moderateThreads(forum: Forum, batch: Batch): Promise<Result<BatchOutcome>> {
  const { action, threads, target, reason } = batch
  const after = marksAfter(batch)
  const before = new Map(
    threads.map(({ id, isPinned, isLocked, isFeatured, isDeleted, boardId, board }) => [
      id,
      { isPinned, isLocked, isFeatured, isDeleted, boardId, board },
    ]),
  )
  const body = {
    ids: threads.map(({ id }) => id),
    action,
    ...(target ? { boardId: target.id } : {}),
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

/** Takes the acts of a batch back, one after the other, and returns why some could not be: error codes by thread. */
export async function undoBatch(forum: Forum, { undos }: BatchOutcome): Promise<Record<number, string>> {
  const failures: Record<number, string> = {}
  for (const { actId, threadId, before } of undos) {
    const undone = await undoAct(forum, actId)
    if (undone.ok) mark(forum, threadId, before)
    else failures[threadId] = undone.error.code
  }
  return failures
}
