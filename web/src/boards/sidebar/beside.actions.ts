import { type CallOptions } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type ThreadRow } from '../../state/thread-copy'

/** Number of threads in a panel. */
export const SHOWN = 5
/** Number of unread threads loaded, more than are shown because some were never opened. */
const UNREAD_READ = 20

export interface BesideThreads {
  stopped: readonly ThreadRow[]
  pinned: readonly ThreadRow[]
}

/** Loads the threads that the member has begun and not read to the end, and the pinned threads of a board. */
export function loadBeside(
  forum: Forum,
  isMember: boolean,
  boardId: number | null,
): Promise<Result<BesideThreads>> {
  const listed = (query: NonNullable<CallOptions<'listThreads'>['query']>) =>
    forum.call('listThreads', { query }).then(({ threads }) => threads)
  const none = Promise.resolve<ThreadRow[]>([])
  const unread = isMember ? listed({ watched: 'true', unread: 'true', limit: UNREAD_READ }) : none
  // Pinned threads come first in the list of a board.
  const ofBoard = boardId === null ? none : listed({ boardId, limit: SHOWN + 1 })
  return resultOf(
    Promise.all([unread, ofBoard]).then(([begun, first]) => ({
      stopped: begun.filter(({ viewer }) => (viewer?.lastReadNumber ?? 0) > 0),
      pinned: first.filter((thread) => thread.isPinned && thread.boardId === boardId),
    })),
  )
}
