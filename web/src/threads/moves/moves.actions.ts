import { type Undo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { catchUpSoon } from '../../state/thread-copy'
import { toast } from '../../ui'
import { movesText } from './moves.texts'

/** A thread into which posts may be moved. */
export interface Target {
  id: number
  title: string
  board: string
}

/** The target of moved replies. */
export type Into = { title: string; boardId: number } | { threadId: number }

const FOUND_MAX = 6

/** Returns the id of the thread that a text gives by its number or its address; null if it gives none. */
export function threadNamed(text: string): number | null {
  const id = /^#?([1-9][0-9]{0,15})$/.exec(text)?.[1] ?? /\/threads\/([1-9][0-9]{0,15})\b/.exec(text)?.[1]
  return id === undefined ? null : Number(id)
}

/** Finds threads by a number, an address or words. */
export async function findTargets(forum: Forum, text: string, without: number): Promise<Result<Target[]>> {
  const id = threadNamed(text)
  const find = async () => {
    if (id === null)
      return (await forum.call('searchThreads', { query: { q: text, limit: FOUND_MAX } })).threads
    return [(await forum.call('getThread', { params: { threadId: id }, query: {} })).thread]
  }
  const found = await resultOf(find())
  if (!found.ok) return found.error.code === 'NOT_FOUND' ? { ok: true, value: [] } : found
  const targets = found.value.map((thread) => ({
    id: thread.id,
    title: thread.title,
    board: thread.board.displayName,
  }))
  return { ok: true, value: targets.filter((target) => target.id !== without) }
}

/** Undoes a move. */
async function undoMove(forum: Forum, { id }: Undo, threadIds: readonly number[]): Promise<void> {
  const result = await resultOf(forum.call('undoAct', { params: { actId: id }, body: {} }))
  if (result.ok) toast.success(movesText('undone'))
  else toast.error(result.error.message)
  for (const threadId of threadIds) void catchUpSoon(forum, threadId)
}

/** Says that posts have moved, and offers the undo. */
function sayMoved(forum: Forum, text: string, undo: Undo | null, threadIds: readonly number[]): void {
  for (const threadId of threadIds) void catchUpSoon(forum, threadId)
  const action = undo && { label: movesText('undo'), onClick: () => void undoMove(forum, undo, threadIds) }
  toast.success(text, action ? { action } : {})
}

const reasonField = (reason: string) => (reason === '' ? {} : { reason })

/** Moves replies of a thread, and resolves with their new thread. */
export async function splitThread(
  forum: Forum,
  threadId: number,
  { postIds, into, reason }: { postIds: number[]; into: Into; reason: string },
): Promise<Result<number>> {
  const body = { postIds, ...into, ...reasonField(reason) }
  const result = await resultOf(forum.call('splitThread', { params: { threadId }, body }))
  if (!result.ok) return result
  const { thread, undo } = result.value
  const text = movesText('split', { count: postIds.length, title: thread.title })
  sayMoved(forum, text, undo, [threadId, thread.id])
  return { ok: true, value: thread.id }
}

/** Merges a thread into another one, and resolves with the latter. */
export async function mergeThread(
  forum: Forum,
  threadId: number,
  { into, reason }: { into: number; reason: string },
): Promise<Result<number>> {
  const body = { into, ...reasonField(reason) }
  const result = await resultOf(forum.call('mergeThread', { params: { threadId }, body }))
  if (!result.ok) return result
  const { thread, undo } = result.value
  sayMoved(forum, movesText('merged', { title: thread.title }), undo, [threadId, thread.id])
  return { ok: true, value: thread.id }
}
