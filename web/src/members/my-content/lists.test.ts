import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Call } from '../../lib/api'
import { type Read } from '../../store'
import { ownEntries } from './lists'
import { type OwnEntry } from './my-content.slice'

const at = (minute: number) => new Date(1_700_000_000_000 + minute * 60_000).toISOString()

/** A server with threads and replies written at these minutes. */
function serverOf(threadsAt: readonly number[], repliesAt: readonly number[]): Call {
  const rowsOf = (minutes: readonly number[]) =>
    minutes
      .map((minute, index) => ({ id: index + 1, createdAt: at(minute) }))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.id - a.id))
  const kinds = { listThreadsOfMember: rowsOf(threadsAt), listPostsOfMember: rowsOf(repliesAt) }
  const call = (name: keyof typeof kinds, { query }: { query: { page: number; limit: number } }) => {
    const all = kinds[name]
    const to = query.page * query.limit
    const rows = all.slice(to - query.limit, to)
    return Promise.resolve({ threads: rows, posts: rows, pagination: { hasNext: to < all.length } })
  }
  return call as unknown as Call
}

async function readAll(call: Call): Promise<{ entries: OwnEntry[]; shown: number[] }> {
  const list = ownEntries(7)
  const entries: OwnEntry[] = []
  const shown: number[] = []
  let cursor: string | null = null
  do {
    const answer = await list.read({ call, cursor, before: (() => ({})) as Read })
    entries.push(...answer.items)
    shown.push(answer.items.length)
    cursor = answer.nextCursor ?? null
  } while (cursor !== null)
  return { entries, shown }
}

it('merges threads and replies newest first, and loads more without inserting above what was read', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(200), { maxLength: 23 }),
      fc.array(fc.nat(200), { maxLength: 23 }),
      async (threadsAt, repliesAt) => {
        const { entries, shown } = await readAll(serverOf(threadsAt, repliesAt))
        const times = entries.map((entry) => entry.at)
        expect(times).toEqual(times.toSorted().toReversed())
        expect(entries.filter(({ kind }) => kind === 'thread')).toHaveLength(threadsAt.length)
        expect(entries.filter(({ kind }) => kind === 'reply')).toHaveLength(repliesAt.length)
        if (entries.length > 0) expect(shown.every((count) => count > 0)).toBe(true)
      },
    ),
    { numRuns: 200 },
  ))
