import { ApiError } from '../../lib/api'
import { asApiError, type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { applyChanges, applyThreadPage, logOf, threadCopySlice } from './thread-copy.slice'

export const threadPageKey = (threadId: number, page: number): string => `${threadId}:${page}`

async function readPage(forum: Forum, threadId: number, page: number | 'last' | 'unread'): Promise<number> {
  const { likes } = forum.read(threadCopySlice)
  const response = await forum.call('getThread', { params: { threadId }, query: { page } })
  const { page: found, totalPages } = response.pagination
  const { id } = response.thread
  if (id !== threadId) {
    // The thread was merged into another.
    forum.update((write) => {
      write(threadCopySlice).elsewhere[threadId] = { threadId: id, page: found }
    })
    return found
  }
  // A merge may have been undone.
  if (forum.read(threadCopySlice).elsewhere[threadId])
    forum.update((write) => {
      Reflect.deleteProperty(write(threadCopySlice).elsewhere, threadId)
    })
  // Past the end, the last page is shown.
  if (found > totalPages) return readPage(forum, threadId, 'last')
  forum.update((write) => {
    logOf(write, threadId).openPage = found
    applyThreadPage(write, response, found, likes)
    write(threadCopySlice).pages[threadPageKey(threadId, found)] = { status: 'ready', error: null }
  })
  return found
}

/**
 * Loads a page of a thread and resolves with its number (past the end, the last). With `keepsError`, a displayed error
 * stays until the response.
 */
export function loadThreadPage(
  forum: Forum,
  threadId: number,
  page: number | 'last' | 'unread',
  { keepsError } = { keepsError: false },
): Promise<number> {
  return forum.once(`thread:${threadId}:${page}`, async () => {
    const key = threadPageKey(threadId, typeof page === 'number' ? page : 1)
    forum.update((write) => {
      const { pages } = write(threadCopySlice)
      if (typeof page === 'number' && !keepsError && pages[key]?.status !== 'ready')
        pages[key] = { status: 'loading', error: null }
    })
    try {
      return await readPage(forum, threadId, page)
    } catch (error) {
      forum.update((write) => {
        write(threadCopySlice).pages[key] = { status: 'error', error: asApiError(error) }
      })
      return typeof page === 'number' ? page : 1
    }
  })
}

/** Loads a page that the reader may open next, unless it is loaded already; a failure is ignored. */
export function prefetchThreadPage(forum: Forum, threadId: number, page: number): Promise<void> {
  return forum.once(`prefetch thread:${threadId}:${page}`, async () => {
    const key = threadPageKey(threadId, page)
    const { pages: loadedPages, likes } = forum.read(threadCopySlice)
    if (loadedPages[key]) return
    const response = await resultOf(
      forum.call('getThread', { params: { threadId }, query: { page }, isPrefetch: true }),
    )
    if (!response.ok || response.value.pagination.totalPages < page) return
    if (response.value.thread.id !== threadId) return
    forum.update((write) => {
      const { pages } = write(threadCopySlice)
      if (pages[key]?.status === 'ready') return
      applyThreadPage(write, response.value, page, likes)
      pages[key] = { status: 'ready', error: null }
    })
  })
}

/**
 * Loads the changes after the last applied event. Rejects if the server cannot be reached, so that the caller retries.
 */
export function catchUp(forum: Forum, threadId: number): Promise<void> {
  return forum.once(`changes:${threadId}`, async () => {
    const { logs, likes } = forum.read(threadCopySlice)
    const { seq: since = null } = logs[threadId] ?? {}
    if (since === null) return
    try {
      const response = await forum.call('threadChanges', { params: { threadId }, query: { since } })
      if (response.complete) {
        forum.update((write) => {
          applyChanges(write, response, likes)
        })
        return
      }
      // Too many changes for one response: load the page on the screen; the others are loaded when opened.
      await readPage(forum, threadId, forum.read(threadCopySlice).logs[threadId]?.openPage ?? 1)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
      // The thread is deleted, or was merged into another, to which its address leads.
      const response = await resultOf(forum.call('getThread', { params: { threadId }, query: {} }))
      forum.update((write) => {
        const thread = write(threadCopySlice).threads[threadId]
        if (thread) thread.isDeleted = true
        if (thread && response.ok && response.value.thread.id !== threadId)
          thread.mergedInto = response.value.thread.id
        logOf(write, threadId).isBehind = false
      })
    }
  })
}

/** Catches up after the reader's own action; if this fails, the live connection retries. */
export async function catchUpSoon(forum: Forum, threadId: number): Promise<void> {
  const caughtUp = await resultOf(catchUp(forum, threadId))
  if (caughtUp.ok) return
  forum.update((write) => {
    const log = write(threadCopySlice).logs[threadId]
    if (log) log.isBehind = true
  })
}

/** Changes a thread, then loads the changes, because the response does not wait for the event. */
export function changeThread(
  forum: Forum,
  threadId: number,
  work: () => Promise<unknown>,
): Promise<Result<void>> {
  return resultOf(work().then(() => catchUpSoon(forum, threadId)))
}
