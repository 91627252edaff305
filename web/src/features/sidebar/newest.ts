import { type Board } from '@forum/shared/contract'

/** How many threads the sidebar tells of. */
export const HAPPENING_MAX = 5

export type Happened = NonNullable<Board['lastThread']> & { boardName: string }

/** The threads in which something was written last, one for each board, newest first. */
export function newestThreads(boards: readonly Board[]): Happened[] {
  const newest = new Map<number, Happened>()
  for (const { lastThread, displayName, children } of boards) {
    // A parent board repeats what one of its sub-boards has.
    if (lastThread && children.length === 0)
      newest.set(lastThread.id, { ...lastThread, boardName: displayName })
  }
  return [...newest.values()]
    .sort((a, b) => b.lastPostAt.localeCompare(a.lastPostAt) || b.id - a.id)
    .slice(0, HAPPENING_MAX)
}
