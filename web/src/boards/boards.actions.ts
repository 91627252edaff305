import { type CurrentUser } from '@forum/shared/contract'
import { type Result, resultOf } from '../lib/result'
import { listsSlice } from '../resource'
import { type Forum, sessionSlice } from '../store'
import { boardsUnder } from '../state/board-copy'
import { threadCopySlice } from '../state/thread-copy'
import { UNREAD_BOARDS } from './boards.slice'

/** Marks every thread as read, or those of a board and its sub-boards. */
export function markThreadsRead(forum: Forum, boardId?: number): Promise<Result<void>> {
  const mark = async () => {
    // Posts written during the call stay unread.
    const before = forum.read(threadCopySlice).threads
    await forum.call('markThreadsRead', { body: boardId === undefined ? {} : { boardId } })
    forum.update((write) => {
      const boardIds = boardId === undefined ? null : boardsUnder(write, boardId)
      const unread = write(listsSlice)[UNREAD_BOARDS]
      if (unread) unread.ids = boardIds ? unread.ids.filter((id) => !boardIds.includes(id)) : []
      for (const { id, boardId: of, lastPostNumber, viewer } of Object.values(
        write(threadCopySlice).threads,
      )) {
        const readTo = before[id]?.lastNumber
        if (!viewer || readTo === undefined || (boardIds && !boardIds.includes(of))) continue
        viewer.lastReadNumber = Math.max(viewer.lastReadNumber, readTo)
        // What was written during the call has no gaps yet.
        viewer.unreadCount = Math.max(0, lastPostNumber - viewer.lastReadNumber)
        viewer.firstUnreadNumber = viewer.unreadCount > 0 ? viewer.lastReadNumber + 1 : null
      }
    })
  }
  return resultOf(mark())
}

/** Sets how much room lists of threads take, for every browser of the account. */
export function setDensity(forum: Forum, density: CurrentUser['density']): Promise<Result<void>> {
  return resultOf(
    forum.call('updateProfile', { body: { density } }).then(({ user }) => {
      forum.update((write) => {
        write(sessionSlice).user = user
      })
    }),
  )
}
