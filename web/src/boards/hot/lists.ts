import { type ThreadInList } from '@forum/shared/contract'
import { HOT_DAYS, PAGE_SIZE, PAGE_SIZE_MAX } from '@forum/shared/limits'
import { type List, listsSlice } from '../../resource'
import { applyThread } from '../../state/thread-copy'

const KEY = 'hot'

/**
 * Threads of the last days with the most replies. Their counts change constantly, so the order is kept while the list
 * is shown. A reader who returns sees as many items as before.
 */
export const hotThreads: List<ThreadInList> = {
  key: KEY,
  room: { kind: 'home' },
  keepsOrder: true,
  applyItem: (write, thread) => {
    applyThread(write, thread)
  },
  async read({ call, cursor, before }) {
    const shown = Math.ceil((before(listsSlice)[KEY]?.ids.length ?? 0) / PAGE_SIZE) * PAGE_SIZE
    const limit = cursor === null ? Math.max(PAGE_SIZE, Math.min(shown, PAGE_SIZE_MAX)) : PAGE_SIZE
    const page = cursor === null ? 1 : Number(cursor)
    const { threads, pagination } = await call('listThreads', {
      query: { page, limit, daysAgo: HOT_DAYS, sortBy: 'replyCount', sortOrder: 'DESC' },
    })
    const next = cursor === null ? limit / PAGE_SIZE + 1 : page + 1
    return { items: threads, nextCursor: pagination.hasNext ? String(next) : null }
  },
}
