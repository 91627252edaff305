import { type BoardLevel } from '@forum/shared/access'
import { type CurrentUser } from '@forum/shared/contract'
import { type Result, resultOf } from '../lib/result'
import { listsSlice } from '../resource'
import { accountChanged, type Forum } from '../store'
import { applyBoards, boardCopySlice, boardsUnder } from '../state/board-copy'
import { boardsMarkedRead, threadCopySlice } from '../state/thread-copy'
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
      boardsMarkedRead(write, boardIds, before)
    })
  }
  return resultOf(mark())
}

/** Sets the density of lists of threads, for every browser of the account. */
export function setDensity(forum: Forum, density: CurrentUser['density']): Promise<Result<void>> {
  return resultOf(
    forum.call('updateProfile', { body: { density } }).then(({ user }) => {
      forum.update((write) => {
        accountChanged(write, user)
      })
    }),
  )
}

/**
 * Follows or hides a board and its sub-boards. Lists change through the event that all tabs of the member
 * receive.
 */
export function setBoardLevel(forum: Forum, boardId: number, level: BoardLevel): Promise<Result<void>> {
  const { versions } = forum.read(boardCopySlice)
  return resultOf(
    forum.call('setBoardLevel', { params: { boardId }, body: { level } }).then(({ board }) => {
      forum.update((write) => {
        applyBoards(write, [board], versions)
      })
    }),
  )
}
