import type { SortBy, SortOrder } from '@forum/shared/contract'
import { pageOfNumber } from '@forum/shared/pages'
import type { BoardChoice, BoardTree } from '../boards'
import { lastPostNumberOf, type ThreadDoc } from '../log'

export interface Sorted {
  page: number
  limit: number
  sortBy: SortBy
  sortOrder: SortOrder
}

/** Each order ends with the id, so that pages never overlap; the indexes of the model match these orders. */
export function order(sortBy: SortBy, sortOrder: SortOrder): Record<string, 1 | -1> {
  const direction = sortOrder === 'ASC' ? 1 : -1
  switch (sortBy) {
    case 'createdAt':
      return { createdAt: direction, _id: direction }
    case 'lastPostAt':
      return { lastPostAt: direction, _id: direction }
    case 'replyCount':
      return { postCount: direction, lastPostAt: direction, _id: direction }
    case 'viewCount':
      return { viewCount: direction, _id: direction }
  }
}

/** Returns the condition of the marks by which a list is narrowed. */
export const marksOf = ({
  type,
  solved,
  featured,
}: {
  type?: string | undefined
  solved?: boolean | undefined
  featured?: boolean | undefined
}): Pick<Partial<ThreadDoc>, 'type' | 'isSolved' | 'isFeatured'> => ({
  ...(type === undefined ? {} : { type }),
  ...(solved === undefined ? {} : { isSolved: solved }),
  ...(featured ? { isFeatured: true } : {}),
})

/** Returns the condition of the boards of a list: one with those below it, or all, as the reader has narrowed them. */
export function boardsWanted(
  tree: BoardTree,
  boardId: number | undefined,
  choice: BoardChoice | undefined,
): object {
  if (boardId === undefined) return choice?.filterIn(tree) ?? tree.inSight()
  return { boardId: { $in: tree.underAddress(boardId).filter((id) => choice?.includes(id) ?? true) } }
}

/** Returns the page of a thread that a call wants, by its number, a post on it, or as the last or first unread one. */
export function pageWanted(
  query: { page: number | 'last' | 'unread'; limit: number; number?: number | undefined },
  thread: ThreadDoc,
  /** Null if everything is read, as for an anonymous reader. */
  firstUnreadNumber: number | null,
): number {
  const { lastNumber } = thread
  const { limit } = query
  if (query.number !== undefined) return pageOfNumber(Math.min(query.number, lastNumber), limit)
  if (query.page === 'last') return pageOfNumber(lastNumber, limit)
  if (query.page === 'unread') return pageOfNumber(firstUnreadNumber ?? lastPostNumberOf(thread), limit)
  return query.page
}
