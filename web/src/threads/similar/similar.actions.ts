import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Finds threads similar to a title, the best match first. */
export function findSimilarThreads(forum: Forum, title: string): Promise<Result<ThreadRow[]>> {
  return resultOf(forum.call('listSimilarThreads', { query: { title } }).then(({ threads }) => threads))
}

/** Threads to read after one: similar ones, and the latest of its board. */
export interface FurtherThreads {
  related: readonly ThreadRow[]
  newest: readonly ThreadRow[]
}

const NEWEST_SHOWN = 4

/** Finds the threads to read next; those that cannot be loaded are left out. */
export async function findFurtherThreads(
  forum: Forum,
  threadId: number,
  boardId: number,
): Promise<Result<FurtherThreads>> {
  const [about, ofBoard] = await Promise.all([
    resultOf(forum.call('listRelatedThreads', { params: { threadId } })),
    // More than are shown, since some are pinned, similar or this one.
    resultOf(forum.call('listThreads', { query: { boardId, limit: 4 * NEWEST_SHOWN } })),
  ])
  const related = about.ok ? about.value.threads : []
  const newest = (ofBoard.ok ? ofBoard.value.threads : [])
    .filter(({ id, isPinned }) => id !== threadId && !isPinned && !related.some((one) => one.id === id))
    .slice(0, NEWEST_SHOWN)
  return { ok: true, value: { related, newest } }
}
