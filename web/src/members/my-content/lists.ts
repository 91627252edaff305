import { MY_CONTENT_PAGE_SIZE } from '../../lib/limits'
import { type List } from '../../resource'
import { applyThread } from '../../state/thread-copy'
import { type OwnEntry, ownEntriesSlice } from './my-content.slice'

/** The progress of one of the two sources. */
interface Source {
  /** The next page; null at the end. */
  next: number | null
  /** Creation time of the last loaded entry. */
  readTo: string | null
}

/** The start of the next page: the progress of both sources, and the entries that are loaded but not shown yet. */
export interface Position {
  threads: Source
  replies: Source
  held: OwnEntry[]
}

const START: Position = {
  threads: { next: 1, readTo: null },
  replies: { next: 1, readTo: null },
  held: [],
}

/** Returns whether a source may still bring entries newer than all held ones. */
const isBehind = (source: Source, other: Source) =>
  source.next !== null &&
  (source.readTo === null || other.next === null || source.readTo >= (other.readTo ?? '~'))

/**
 * Merges the loaded entries of both sources, newest first. An entry is shown only when no source can still bring a
 * newer one, so that nothing is ever inserted above what is shown.
 */
export function mergeEntries({ threads, replies, held }: Position): { shown: OwnEntry[]; held: OwnEntry[] } {
  const from = [threads, replies].flatMap(({ next, readTo }) => (next === null ? [] : [readTo ?? '~']))
  const complete = from.reduce((latest, readTo) => (readTo > latest ? readTo : latest), '')
  const entries = held.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
  return {
    shown: entries.filter(({ at }) => at >= complete),
    held: entries.filter(({ at }) => at < complete),
  }
}

/** A member's threads and replies, merged, newest first. Posts written in other tabs do not move its items. */
export const ownEntries = (userId: number): List<OwnEntry> => ({
  key: `own:${userId}`,
  room: null,
  keepsOrder: true,
  applyItem: (write, entry) => {
    write(ownEntriesSlice)[entry.id] = entry
    if (entry.kind === 'thread') applyThread(write, entry.thread)
  },
  async read({ call, cursor }) {
    const position = cursor === null ? START : (JSON.parse(cursor) as Position)
    const limit = MY_CONTENT_PAGE_SIZE
    const params = { userId }
    const readThreads = async (): Promise<{ source: Source; entries: OwnEntry[] }> => {
      const { threads: source, replies } = position
      if (!isBehind(source, replies) || source.next === null) return { source, entries: [] }
      const query = { page: source.next, limit }
      const { threads, pagination } = await call('listThreadsOfMember', { params, query })
      return {
        source: {
          next: pagination.hasNext ? source.next + 1 : null,
          readTo: threads.at(-1)?.createdAt ?? source.readTo,
        },
        entries: threads.map((thread) => ({ kind: 'thread', id: thread.id, at: thread.createdAt, thread })),
      }
    }
    const readReplies = async (): Promise<{ source: Source; entries: OwnEntry[] }> => {
      const { replies: source, threads } = position
      if (!isBehind(source, threads) || source.next === null) return { source, entries: [] }
      const query = { page: source.next, limit }
      const { posts, pagination } = await call('listPostsOfMember', { params, query })
      return {
        source: {
          next: pagination.hasNext ? source.next + 1 : null,
          readTo: posts.at(-1)?.createdAt ?? source.readTo,
        },
        entries: posts.map((post) => ({ kind: 'reply', id: -post.id, at: post.createdAt, post })),
      }
    }
    const [threads, replies] = await Promise.all([readThreads(), readReplies()])
    const sources = { threads: threads.source, replies: replies.source }
    const entries = [...position.held, ...threads.entries, ...replies.entries]
    const { shown, held } = mergeEntries({ ...sources, held: entries })
    const isAtEnd = held.length === 0 && sources.threads.next === null && sources.replies.next === null
    return {
      items: shown,
      nextCursor: isAtEnd ? null : JSON.stringify({ ...sources, held } satisfies Position),
    }
  },
})
