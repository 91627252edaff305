import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Finds threads about what a title says, the best first. */
export function findSimilarThreads(forum: Forum, title: string): Promise<Result<ThreadRow[]>> {
  return resultOf(forum.call('listSimilarThreads', { query: { title } }).then(({ threads }) => threads))
}

/** Threads to go on with at the end of one: about the same, and the latest of its board. */
export interface FurtherThreads {
  related: readonly ThreadRow[]
  newest: readonly ThreadRow[]
}

const NEWEST_SHOWN = 4

/** Finds threads to go on with; what cannot be loaded is left out. */
export async function findFurtherThreads(
  forum: Forum,
  threadId: number,
  boardId: number,
): Promise<Result<FurtherThreads>> {
  const [about, ofBoard] = await Promise.all([
    resultOf(forum.call('listRelatedThreads', { params: { threadId } })),
    // Some of them are pinned, related or this one.
    resultOf(forum.call('listThreads', { query: { boardId, limit: 4 * NEWEST_SHOWN } })),
  ])
  const related = about.ok ? about.value.threads : []
  const newest = (ofBoard.ok ? ofBoard.value.threads : [])
    .filter(({ id, isPinned }) => id !== threadId && !isPinned && !related.some((one) => one.id === id))
    .slice(0, NEWEST_SHOWN)
  return { ok: true, value: { related, newest } }
}
