import type { Document } from 'bson'
import type { RunCommand } from './engine'

/** Deletes expired documents: the engine builds TTL indexes but has no TTL monitor. */

export const TTL_SWEEP_MS = 60_000

const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['admin', 'local', 'config'])
const LIST_BATCH = 10_000

/**
 * Deletes what has expired according to the TTL indexes of all databases.
 *
 * @returns how many documents were deleted
 */
export async function sweepExpired(run: RunCommand, now: () => number): Promise<number> {
  let deleted = 0
  const { databases } = await run('admin', { listDatabases: 1, nameOnly: true })
  for (const { name: database } of documents(databases)) {
    if (SYSTEM_DATABASES.has(String(database))) continue
    deleted += await sweepDatabase(run, String(database), now)
  }
  return deleted
}

async function sweepDatabase(run: RunCommand, database: string, now: () => number): Promise<number> {
  const collections = await run(database, {
    listCollections: 1,
    filter: { type: 'collection' },
    nameOnly: true,
    cursor: { batchSize: LIST_BATCH },
  })
  let deleted = 0
  for (const { name } of firstBatch(collections)) {
    const collection = String(name)
    // The collection may have been dropped meanwhile; it then has no indexes.
    const indexes = await run(database, { listIndexes: collection, cursor: { batchSize: LIST_BATCH } })
    const deletes = firstBatch(indexes).flatMap((index) => expiredBy(index, now()))
    if (deletes.length === 0) continue
    const reply = await run(database, { delete: collection, deletes, ordered: false })
    deleted += Number(reply['n'] ?? 0)
  }
  return deleted
}

/** Returns the deletions that one index calls for at `nowMs`; none unless it is a TTL index. */
export function expiredBy(index: Document, nowMs: number): { q: Document; limit: 0 }[] {
  const seconds = Number(index['expireAfterSeconds'] ?? NaN)
  const [field, ...others] = Object.keys((index['key'] ?? {}) as Document)
  if (!Number.isFinite(seconds) || seconds < 0 || field === undefined || others.length > 0) return []
  const over = { [field]: { $type: 'date', $lte: new Date(nowMs - seconds * 1000) } }
  const partial = index['partialFilterExpression'] as Document | undefined
  return [{ q: partial ? { $and: [over, partial] } : over, limit: 0 }]
}

function firstBatch(reply: Document): Document[] {
  return documents((reply['cursor'] as Document | undefined)?.['firstBatch'])
}

function documents(value: unknown): Document[] {
  return Array.isArray(value) ? (value as Document[]) : []
}
