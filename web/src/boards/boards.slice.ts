import { type Category } from '@forum/shared/contract'
import { listsSlice, type ListState, markMoved } from '../resource'
import { defineSlice, type Read, sessionSlice, type Write } from '../store'
import { isThreadHidden } from '../state/blocks'
import { boardIn, isBoardHidden } from '../state/board-copy'
import { applyBump, applyThread, threadCopySlice } from '../state/thread-copy'

export interface Boards {
  /** Every category, in display order. */
  all: Category[]
  /** Categories by their name in the address, with the boards they contain. */
  categories: Record<string, { name: string; displayName: string; boardIds: number[] }>
  /** Board ids by the id in the address. A merged board has the id of the board that it was merged into. */
  ids: Record<number, number>
}

/** The topic of lists that show the threads of a board. */
export const boardTopic = (boardId: number): string => `board:${boardId}`

/** The topic of lists that only new threads of a board join. */
export const newInBoardTopic = (boardId: number): string => `new-in-board:${boardId}`

/** The topic of lists of the whole forum that new threads join. */
export const NEW_THREADS = 'new-threads'

/** The topic of lists of the whole forum that every reply reorders. */
export const NEW_REPLIES = 'new-replies'

/** The topic of lists that posts in the boards that the member follows reorder. */
export const FOLLOWED_REPLIES = 'followed-replies'

/** The topic of lists that replies to the member's watched threads reorder. */
export const WATCHED_REPLIES = 'watched-replies'

/** The key of the list of boards with unread threads. */
export const UNREAD_BOARDS = 'unread boards'

/** The topics of the whole forum that a thread of a board is in: none if the member hides the board. */
function topicsOf(read: Read, boardId: number, topics: readonly string[]): string[] {
  if (isBoardHidden(read, boardId)) return []
  const isFollowed = boardIn(read, boardId)?.viewer?.level === 'follow'
  return [...topics, ...(isFollowed ? [FOLLOWED_REPLIES] : [])]
}

/** Adds a board to the list of boards with unread threads, if that list is loaded. */
function markUnread(write: Write, boardId: number): void {
  const list = write(listsSlice)[UNREAD_BOARDS]
  if (isBoardHidden(write, boardId)) return
  if (list?.status === 'ready' && !list.ids.includes(boardId)) list.ids.push(boardId)
}

/** The last post of the row that would be pushed off the page first; pinned rows stay. */
function oldestShown(read: Read, list: ListState): string {
  const { threads } = read(threadCopySlice)
  const rows = list.ids.flatMap((id) => threads[id] ?? [])
  return rows.reduce(
    (oldest, row) => (!row.isPinned && row.lastPostAt < oldest ? row.lastPostAt : oldest),
    '~',
  )
}

/** The state shared by the lists of threads, and the events that move their rows. */
export const boardsSlice = defineSlice('boards', (): Boards => ({ all: [], categories: {}, ids: {} }), {
  on: {
    // A merge may have been undone; the lists are loaded again.
    'boards:changed': (state) => {
      state.ids = {}
    },
    'thread:created': (_state, { boardId, thread }, { read, write }) => {
      applyThread(write, { ...thread, viewer: null })
      if (isThreadHidden(read, thread)) return
      if (thread.userId === read(sessionSlice).user?.id) return
      if (read(sessionSlice).user) markUnread(write, boardId)
      const ofForum = topicsOf(read, boardId, [NEW_THREADS, NEW_REPLIES])
      for (const topic of [boardTopic(boardId), newInBoardTopic(boardId), ...ofForum])
        markMoved(write, topic, { id: thread.id, version: thread.seq })
    },
    'thread:bumped': (_state, event, { read, write }) => {
      const { threadId, boardId, seq, changes } = event
      const { lastPostAt, lastPostUser } = changes
      const { threads } = read(threadCopySlice)
      const lastPostBefore = threads[threadId]?.lastPostAt
      const boardBefore = threads[threadId]?.boardId
      applyBump(write, event)
      // A thread that was moved between boards or restored changes its place in the lists.
      if (changes.boardId !== undefined || changes.isDeleted === false)
        for (const topic of new Set([boardTopic(boardId), boardTopic(boardBefore ?? boardId)]))
          markMoved(write, topic, { id: threadId, version: seq })
      const row = threads[threadId]
      if (row && isThreadHidden(read, row)) return
      const { user } = read(sessionSlice)
      if (lastPostAt === undefined || lastPostUser?.id === user?.id) return
      if (user && (lastPostBefore === undefined || lastPostAt > lastPostBefore)) markUnread(write, boardId)
      // A pin or a deletion includes the last post too: only a newer one moves the thread.
      const isWatched = threads[threadId]?.viewer?.isWatching === true
      const ofForum = topicsOf(read, boardId, [NEW_REPLIES])
      for (const topic of [boardTopic(boardId), ...ofForum, ...(isWatched ? [WATCHED_REPLIES] : [])])
        markMoved(write, topic, { id: threadId, version: seq }, (list) =>
          lastPostBefore === undefined ? lastPostAt > oldestShown(read, list) : lastPostAt > lastPostBefore,
        )
    },
  },
})
