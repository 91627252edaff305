import { type Post, type PostVersion, type UserSummary } from '@forum/shared/contract'
import { PAGE_SIZE } from '@forum/shared/limits'
import { type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'
import { applyThread, type ThreadRow } from '../thread-log'

/** The loaded likes of a post. */
export interface Likers {
  users: UserSummary[]
  total: number
  hasNext: boolean
}

/** How long authors can undo the deletion of their own post or thread: until it is sent. */
const UNDO_MS = 5_000

export type Deletion = `post:${number}` | `thread:${number}`

export interface ThreadActionsState {
  /** Deletions that are shown, and can be undone until they are sent. */
  deletions: Partial<Record<Deletion, boolean>>
}

export interface ThreadActionsActions {
  /**
   * Shows the member's own post or thread as deleted and deletes it after a moment, or at once when the page is left.
   * Resolves once it is deleted or the deletion is undone; when it is refused, it is shown again.
   */
  deleteSoon: (what: Deletion, threadId: number) => Promise<Result<void>>
  /** Returns whether the deletion had not been sent yet. */
  undoDeletion: (what: Deletion) => boolean
  /** Sends the deletions that could still be undone. */
  sendDeletions: () => Promise<void>
  /** Watches a thread optimistically; reverts when the server refuses. */
  watchThread: (threadId: number, watched: boolean) => Promise<Result<void>>
  /** Bookmarks a thread optimistically; reverts when the server refuses. */
  bookmarkThread: (threadId: number, bookmarked: boolean) => Promise<Result<void>>
  pinThread: (threadId: number, pinned: boolean) => Promise<Result<void>>
  lockThread: (threadId: number, locked: boolean, reason?: string) => Promise<Result<void>>
  renameThread: (threadId: number, title: string, reason?: string) => Promise<Result<void>>
  moveThread: (threadId: number, boardId: number, reason?: string) => Promise<Result<void>>
  deleteThread: (threadId: number, reason?: string) => Promise<Result<void>>
  restoreThread: (threadId: number) => Promise<Result<void>>
  deletePost: (post: Pick<Post, 'id' | 'threadId'>, reason?: string) => Promise<Result<void>>
  restorePost: (post: Pick<Post, 'id' | 'threadId'>) => Promise<Result<void>>
  readLikers: (postId: number, page: number) => Promise<Result<Likers>>
  readVersions: (postId: number) => Promise<Result<PostVersion[]>>
  /** Finds the number of the first post at or after a time; the last number if there is none. */
  findNumberAt: (threadId: number, time: Date) => Promise<Result<number>>
}

declare module '../../store/slice' {
  interface ForumState extends ThreadActionsState {}
  interface ForumActions extends ThreadActionsActions {}
}

const because = (reason: string | undefined) => (reason ? { reason } : {})

export const threadActionsSlice = {
  scope: 'session',
  initialState: (): ThreadActionsState => ({ deletions: {} }),
  actions: ({ get, update, call }: SliceTools): ThreadActionsActions => {
    /** Ends the wait before each deletion, by sending it or by undoing it. */
    const waiting = new Map<Deletion, (how: 'send' | 'undo') => void>()
    /** Deletions that are being sent. */
    const sending = new Set<Promise<unknown>>()

    /** Changes a thread, then reads the changes, because the response does not wait for the event. */
    const change = (threadId: number, work: () => Promise<unknown>): Promise<Result<void>> =>
      resultOf(work().then(() => get().catchUpSoon(threadId)))

    /** Optimistically updates a member's own relation to a thread. */
    const relate = async (
      threadId: number,
      name: 'isWatching' | 'isBookmarked',
      value: boolean,
      work: () => Promise<{ thread: ThreadRow }>,
    ): Promise<Result<void>> => {
      const set = (to: boolean) => {
        update((state) => {
          const viewer = state.threads[threadId]?.viewer
          if (viewer) viewer[name] = to
        })
      }
      set(value)
      const result = await resultOf(work())
      if (!result.ok) {
        set(!value)
        return result
      }
      update((state) => {
        applyThread(state, result.value.thread)
      })
      return { ok: true, value: undefined }
    }

    const sendDeletion = (what: Deletion, threadId: number): Promise<Result<void>> => {
      const id = Number(what.slice(what.indexOf(':') + 1))
      return change(threadId, () =>
        what.startsWith('post')
          ? call('deletePost', { params: { postId: id }, body: {}, keepalive: true })
          : call('deleteThread', { params: { threadId: id }, body: {}, keepalive: true }),
      )
    }
    const sendAll = () => {
      for (const end of waiting.values()) end('send')
    }

    return {
      deleteSoon: async (what, threadId) => {
        if (get().deletions[what]) return { ok: true, value: undefined }
        update((state) => {
          state.deletions[what] = true
        })
        addEventListener('pagehide', sendAll)
        const how = await new Promise<'send' | 'undo'>((resolve) => {
          const timer = setTimeout(() => {
            resolve('send')
          }, UNDO_MS)
          waiting.set(what, (way) => {
            clearTimeout(timer)
            resolve(way)
          })
        })
        waiting.delete(what)
        if (waiting.size === 0) removeEventListener('pagehide', sendAll)
        let result: Result<void> = { ok: true, value: undefined }
        if (how === 'send') {
          const sent = sendDeletion(what, threadId)
          sending.add(sent)
          result = await sent
          sending.delete(sent)
        }
        update((state) => {
          state.deletions[what] = false
        })
        return result
      },

      undoDeletion: (what) => {
        waiting.get(what)?.('undo')
        return waiting.has(what)
      },

      sendDeletions: async () => {
        sendAll()
        // A deletion begins to be sent in the turn after its wait has ended.
        await Promise.resolve()
        await Promise.allSettled(sending)
      },

      watchThread: (threadId, watched) =>
        relate(threadId, 'isWatching', watched, () =>
          call('watchThread', { params: { threadId }, body: { watched } }),
        ),

      bookmarkThread: (threadId, bookmarked) =>
        relate(threadId, 'isBookmarked', bookmarked, () =>
          call('bookmarkThread', { params: { threadId }, body: { bookmarked } }),
        ),

      pinThread: (threadId, pinned) =>
        change(threadId, () => call('pinThread', { params: { threadId }, body: { pinned } })),

      lockThread: (threadId, locked, reason) =>
        change(threadId, () =>
          call('lockThread', { params: { threadId }, body: { locked, ...because(reason) } }),
        ),

      renameThread: (threadId, title, reason) =>
        change(threadId, () =>
          call('updateThread', { params: { threadId }, body: { title, ...because(reason) } }),
        ),

      moveThread: (threadId, boardId, reason) =>
        change(threadId, () =>
          call('moveThread', { params: { threadId }, body: { boardId, ...because(reason) } }),
        ),

      deleteThread: (threadId, reason) =>
        change(threadId, () => call('deleteThread', { params: { threadId }, body: because(reason) })),

      restoreThread: (threadId) => change(threadId, () => call('restoreThread', { params: { threadId } })),

      deletePost: ({ id, threadId }, reason) =>
        change(threadId, () => call('deletePost', { params: { postId: id }, body: because(reason) })),

      restorePost: ({ id, threadId }) =>
        change(threadId, () => call('restorePost', { params: { postId: id } })),

      readLikers: (postId, page) =>
        resultOf(
          call('listLikes', { params: { postId }, query: { page, limit: PAGE_SIZE } }).then(
            ({ users, pagination }) => ({ users, total: pagination.total, hasNext: pagination.hasNext }),
          ),
        ),

      readVersions: (postId) =>
        resultOf(call('listPostVersions', { params: { postId } }).then(({ versions }) => versions)),

      findNumberAt: (threadId, time) => {
        const writtenAt = async (number: number): Promise<string> => {
          const { logs, posts } = get()
          const known = posts[logs[threadId]?.postIds[number] ?? 0]
          if (known) return known.createdAt
          const query = { threadId, afterNumber: number - 1, limit: 1 }
          const response = await call('listPosts', { query })
          return response.posts[0]?.createdAt ?? ''
        }
        // Posts are ordered by time, so that reading a few is enough to find one among thousands.
        const find = async (): Promise<number> => {
          const wanted = time.toISOString()
          let [low, high] = [1, get().threads[threadId]?.lastNumber ?? 1]
          while (low < high) {
            const middle = Math.floor((low + high) / 2)
            const at = middle === 1 ? (get().threads[threadId]?.createdAt ?? '') : await writtenAt(middle)
            if (at >= wanted) high = middle
            else low = middle + 1
          }
          return low
        }
        return resultOf(find())
      },
    }
  },
} satisfies Slice
