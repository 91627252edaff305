import type { Actor } from '@forum/shared/policies'
import type { ThreadLogCollections } from '../log'

interface AboutThreads {
  boardIds: readonly number[]
  threadId: number | null
}

/** Returns the condition of what names no board that a moderator does not see. */
export const boardsInSight = ({ boards }: Actor) =>
  boards.hidden.size === 0 ? {} : { boardIds: { $nin: [...boards.hidden] } }

/**
 * Returns those of some records that are about what a moderator sees: a thread may have moved to a board that the
 * moderators of its former one do not see.
 */
export async function inSightOf<T extends AboutThreads>(
  { boards }: Actor,
  records: readonly T[],
  { threads }: Pick<ThreadLogCollections, 'threads'>,
): Promise<T[]> {
  if (boards.hidden.size === 0) return [...records]
  const ids = [...new Set(records.flatMap(({ threadId }) => threadId ?? []))]
  const gone = await threads
    .find({ _id: { $in: ids }, boardId: { $in: [...boards.hidden] } }, { projection: { _id: 1 } })
    .toArray()
  const hidden = new Set(gone.map(({ _id }) => _id))
  return records.filter(
    ({ boardIds, threadId }) =>
      !(threadId !== null && hidden.has(threadId)) && !boardIds.some((id) => boards.hidden.has(id)),
  )
}
