import { type Post } from '@forum/shared/contract'
import { ApiError } from '../../lib/api'
import { asApiError, type Result, resultOf } from '../../lib/result'
import { type Slice, type SliceTools } from '../../store/slice'
import {
  applyReturnedPost,
  applyChanges,
  applyHeldEvents,
  applyThreadPage,
  logOf,
  type PostEntity,
} from '../thread-log'

/** A reply being sent: one at a time in a thread. Its text stays in the draft until the server has accepted it. */
export interface PendingReply {
  content: string
  quotedPostId: number | null
  status: 'sending' | 'failed'
  /** The highest post number when it was sent. */
  afterNumber: number
  error: ApiError | null
}

export interface ThreadState {
  /** By `threadPageKey`. */
  threadPages: Record<string, { status: 'loading' | 'ready' | 'error'; error: ApiError | null }>
  /** The reply being sent, by thread id. */
  replies: Record<number, PendingReply | null>
}

export interface ThreadActions {
  /**
   * Loads a page of a thread and resolves with its number (past the end, the last). With `keepsError`, a displayed
   * error stays until the response.
   */
  loadThreadPage: (
    threadId: number,
    page: number | 'last' | 'unread',
    options?: { keepsError: boolean },
  ) => Promise<number>
  /** Loads a page that the reader may open next, unless it is known; a failure leaves no trace. */
  prefetchThreadPage: (threadId: number, page: number) => Promise<void>
  /**
   * Reads the changes after the last applied event. Rejects if the server cannot be reached, so that the caller
   * retries.
   */
  catchUp: (threadId: number) => Promise<void>
  /** Catches up after the reader's own action; if this fails, the live connection retries. */
  catchUpSoon: (threadId: number) => Promise<void>
  /** Merges the post of a response, unless an event changed it during the call. */
  applyReturnedPost: (post: Post, seqBefore: number | undefined) => void
  /** Sets or, with null, ends the sending of a reply. */
  setReply: (threadId: number, reply: PendingReply | null) => void
  /** Reads an uploaded file as this member: of what is deleted, its moderators get it. */
  readFile: (filename: string) => Promise<Result<Blob>>
  findPost: (postId: number | string) => Promise<Result<Post>>
  /** Likes a post optimistically; reverts when the server refuses. */
  likePost: (post: PostEntity, liked: boolean) => Promise<Result<void>>
  /** Saves an edit that began at `version`; `title` is for the opening post only. */
  editPost: (
    post: PostEntity,
    edit: { content: string; version: number; title?: string },
  ) => Promise<Result<void>>
  /** Records up to which post number the member has read. */
  markRead: (threadId: number, number: number) => Promise<void>
}

declare module '../../store/slice' {
  interface ForumState extends ThreadState {}
  interface ForumActions extends ThreadActions {}
}

export const threadPageKey = (threadId: number, page: number): string => `${threadId}:${page}`

export const threadSlice = {
  scope: 'session',
  initialState: (): ThreadState => ({ threadPages: {}, replies: {} }),
  actions: ({ get, update, call, once }: SliceTools): ThreadActions => {
    const readPage = async (threadId: number, page: number | 'last' | 'unread'): Promise<number> => {
      const response = await call('getThread', { params: { threadId }, query: { page } })
      const { page: found, totalPages } = response.pagination
      // Past the end, the last page is shown.
      if (found > totalPages) return readPage(threadId, 'last')
      update((state) => {
        logOf(state, threadId).openPage = found
        applyThreadPage(state, response, found)
        state.threadPages[threadPageKey(threadId, found)] = { status: 'ready', error: null }
      })
      return found
    }

    /** Changes a thread, then reads the changes, because the response does not wait for the event. */
    const change = (threadId: number, work: () => Promise<unknown>): Promise<Result<void>> =>
      resultOf(work().then(() => get().catchUpSoon(threadId)))

    return {
      loadThreadPage: (threadId, page, { keepsError } = { keepsError: false }) =>
        once(`thread:${threadId}:${page}`, async () => {
          const key = threadPageKey(threadId, typeof page === 'number' ? page : 1)
          update((state) => {
            if (typeof page === 'number' && !keepsError && state.threadPages[key]?.status !== 'ready')
              state.threadPages[key] = { status: 'loading', error: null }
          })
          try {
            return await readPage(threadId, page)
          } catch (error) {
            update((state) => {
              state.threadPages[key] = { status: 'error', error: asApiError(error) }
            })
            return typeof page === 'number' ? page : 1
          }
        }),

      prefetchThreadPage: (threadId, page) =>
        once(`prefetch thread:${threadId}:${page}`, async () => {
          const key = threadPageKey(threadId, page)
          if (get().threadPages[key]) return
          const read = await resultOf(
            call('getThread', { params: { threadId }, query: { page }, isPrefetch: true }),
          )
          if (!read.ok || read.value.pagination.totalPages < page) return
          update((state) => {
            if (state.threadPages[key]?.status === 'ready') return
            applyThreadPage(state, read.value, page)
            state.threadPages[key] = { status: 'ready', error: null }
          })
        }),

      catchUp: (threadId) =>
        once(`changes:${threadId}`, async () => {
          const since = get().logs[threadId]?.seq ?? null
          if (since === null) return
          try {
            const response = await call('threadChanges', { params: { threadId }, query: { since } })
            if (response.complete) {
              update((state) => {
                applyChanges(state, response)
              })
              return
            }
            // Too many changes for one response: read the page on the screen; the others are read when opened.
            await readPage(threadId, get().logs[threadId]?.openPage ?? 1)
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
            update((state) => {
              const thread = state.threads[threadId]
              if (thread) thread.isDeleted = true
              logOf(state, threadId).isBehind = false
            })
          }
        }),

      catchUpSoon: async (threadId) => {
        const caughtUp = await resultOf(get().catchUp(threadId))
        if (caughtUp.ok) return
        update((state) => {
          const log = state.logs[threadId]
          if (log) log.isBehind = true
        })
      },

      applyReturnedPost: (post, seqBefore) => {
        update((state) => {
          applyReturnedPost(state, post, seqBefore)
        })
      },

      setReply: (threadId, reply) => {
        update((state) => {
          state.replies[threadId] = reply
          applyHeldEvents(state, threadId)
        })
      },

      readFile: (filename) =>
        resultOf(
          call('getUpload', { params: { filename } }).then(
            ({ type, body }) => new Blob([body as Uint8Array<ArrayBuffer>], { type }),
          ),
        ),

      findPost: (postId) => resultOf(call('getPost', { params: { postId } }).then(({ post }) => post)),

      likePost: async (post, liked) => {
        const show = (isLiked: boolean, likeCount: number) => {
          update((state) => {
            const known = state.posts[post.id]
            if (!known) return
            known.likedByMe = isLiked
            // An event that arrived meanwhile contains the true count.
            if (known.seq === post.seq) known.likeCount = likeCount
          })
        }
        show(liked, Math.max(0, post.likeCount + (liked ? 1 : -1)))
        const result = await resultOf(call('likePost', { params: { postId: post.id }, body: { liked } }))
        if (!result.ok) {
          show(!liked, post.likeCount)
          return result
        }
        show(result.value.liked, result.value.likeCount)
        return { ok: true, value: undefined }
      },

      editPost: async (post, { title, ...body }) => {
        const { id: postId, threadId, seq } = post
        const result = await change(threadId, async () => {
          if (post.isOpeningPost) {
            await call('updateThread', {
              params: { threadId },
              body: { ...body, ...(title === undefined ? {} : { title }) },
            })
            return
          }
          const response = await call('updatePost', { params: { postId }, body })
          get().applyReturnedPost(response.post, seq)
        })
        // Loads the newer version, which is then shown beside the edit.
        if (!result.ok && result.error.code === 'CONFLICT') void get().catchUpSoon(threadId)
        return result
      },

      markRead: async (threadId, number) => {
        const result = await resultOf(call('markThreadRead', { params: { threadId }, body: { number } }))
        // A mark that fails is repeated the next time the reader rests.
        if (!result.ok) return
        const { unread } = result.value
        update((state) => {
          const viewer = state.threads[threadId]?.viewer
          if (!viewer || viewer.lastReadNumber >= number) return
          viewer.lastReadNumber = number
          viewer.unreadCount = unread
          viewer.firstUnreadNumber = unread > 0 ? number + 1 : null
        })
      },
    }
  },
} satisfies Slice
