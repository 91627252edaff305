import { type CallOptions } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Threads of a panel. */
export const SHOWN = 5
/** Read at a time, since some of them were never opened. */
const UNREAD_READ = 20

export interface BesideThreads {
  stopped: readonly ThreadRow[]
  pinned: readonly ThreadRow[]
}

/** Reads the threads that the member has begun and not read to their end, and those that a board has pinned. */
export function loadBeside(
  forum: Forum,
  isMember: boolean,
  boardId: number | null,
): Promise<Result<BesideThreads>> {
  const listed = (query: NonNullable<CallOptions<'listThreads'>['query']>) =>
    forum.call('listThreads', { query }).then(({ threads }) => threads)
  const none = Promise.resolve<ThreadRow[]>([])
  const unread = isMember ? listed({ watched: 'true', unread: 'true', limit: UNREAD_READ }) : none
  // Those come first in the list of a board.
  const ofBoard = boardId === null ? none : listed({ boardId, limit: SHOWN + 1 })
  return resultOf(
    Promise.all([unread, ofBoard]).then(([begun, first]) => ({
      stopped: begun.filter(({ viewer }) => (viewer?.lastReadNumber ?? 0) > 0),
      pinned: first.filter((thread) => thread.isPinned && thread.boardId === boardId),
    })),
  )
}
