import type { Document } from 'bson'
import { describe, expect, it } from 'vitest'
import { expiredBy, sweepExpired } from './ttl'

const NOW = Date.UTC(2026, 0, 2)

describe('what a TTL index makes deletable', () => {
  it('expires every date that has passed', () => {
    const over = { $type: 'date', $lte: new Date(NOW - 60_000) }
    expect(expiredBy({ key: { at: 1 }, expireAfterSeconds: 60 }, NOW)).toEqual([
      { q: { at: over }, limit: 0 },
    ])
  })

  it('expires only documents that a partial index contains', () => {
    const index = { key: { at: 1 }, expireAfterSeconds: 0, partialFilterExpression: { read: true } }
    const over = { at: { $type: 'date', $lte: new Date(NOW) } }
    expect(expiredBy(index, NOW)).toEqual([{ q: { $and: [over, { read: true }] }, limit: 0 }])
  })

  it.each([
    ['an index without an expiry', { key: { at: 1 } }],
    ['an index on two fields', { key: { at: 1, b: 1 }, expireAfterSeconds: 1 }],
    ['an expiry that is no number', { key: { at: 1 }, expireAfterSeconds: NaN }],
  ])('expires nothing for %s', (_, index) => {
    expect(expiredBy(index, NOW)).toEqual([])
  })
})

describe('a sweep', () => {
  it('sweeps every database except system ones, and counts deleted documents', async () => {
    const deleted: [string, Document][] = []
    const batch = (firstBatch: Document[]) => ({ cursor: { firstBatch }, ok: 1 })
    const n = await sweepExpired(
      async (database, command) => {
        if ('listDatabases' in command)
          return { databases: [{ name: 'admin' }, { name: 'a' }, { name: 'b' }] }
        expect(database).not.toBe('admin')
        if ('listCollections' in command) return batch([{ name: 'sessions' }, { name: 'posts' }])
        if (command['listIndexes'] === 'sessions') return batch([{ key: { at: 1 }, expireAfterSeconds: 0 }])
        if ('listIndexes' in command)
          return database === 'b' ? { ok: 0, code: 26 } : batch([{ key: { _id: 1 } }])
        deleted.push([database, command])
        return { ok: 1, n: 2 }
      },
      () => NOW,
    )
    expect(n).toBe(4)
    expect(deleted.map(([database, command]) => [database, String(command['delete'])])).toEqual([
      ['a', 'sessions'],
      ['b', 'sessions'],
    ])
  })
})
