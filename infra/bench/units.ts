import { MongoClient } from 'mongodb'
import type { Bench } from './bench'
import { readMetrics, type Forum } from './forum'
import { markdown } from './table'

/** Measures the unit costs used by the arithmetic in docs/scale.md. */

const SOCKETS = 2_000

interface CollectionStats {
  count: number
  size: number
  storageSize: number
  indexSizes: Record<string, number>
}

async function statsOf(uri: string): Promise<[string, CollectionStats][]> {
  const client = new MongoClient(uri)
  try {
    const db = client.db()
    const names = (await db.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .toSorted()
    const all: [string, CollectionStats][] = []
    for (const name of names) {
      const found = await db
        .collection(name)
        .aggregate<{ storageStats: CollectionStats }>([{ $collStats: { storageStats: {} } }])
        .next()
      if (found && found.storageStats.count > 0) all.push([name, found.storageStats])
    }
    return all
  } finally {
    await client.close()
  }
}

/** Needs a forum with a database that the bench runs (`isShared`), whose collections it measures. */
export async function units(bench: Bench, forum: Forum): Promise<string> {
  const parts: string[] = []
  if (forum.floorUri !== null) {
    const stats = await statsOf(forum.floorUri)
    const posts = stats.find(([name]) => name === 'posts')?.[1].count ?? 1
    const sum = (sizes: Record<string, number>) =>
      Object.values(sizes).reduce((total, size) => total + size, 0)
    const each = (bytes: number, count: number) => (bytes / count).toFixed(0)
    parts.push(
      markdown(
        ['collection', 'documents', 'bytes each', 'on disk each', 'indexes each', 'on disk per post'],
        [
          ...stats.map(([name, { count, size, storageSize, indexSizes }]) => [
            name,
            String(count),
            each(size, count),
            each(storageSize, count),
            each(sum(indexSizes), count),
            each(storageSize + sum(indexSizes), posts),
          ]),
          [
            'all',
            '',
            '',
            '',
            '',
            each(
              stats.reduce((total, [, of]) => total + of.storageSize + sum(of.indexSizes), 0),
              posts,
            ),
          ],
        ],
      ),
      markdown(
        ['index', 'bytes per document'],
        stats.flatMap(([name, { count, indexSizes }]) =>
          Object.entries(indexSizes).map(([index, size]) => [`${name}.${index}`, each(size, count)]),
        ),
      ),
    )
  }
  const none = (await readMetrics(forum)).rssBytes
  const many = await bench.rssWithSockets(SOCKETS)
  if (none !== null && many !== null) {
    parts.push(
      `one anonymous socket in a thread's room: ${((many - none) / SOCKETS / 1_024).toFixed(1)} KiB of memory`,
    )
  }
  return parts.join('\n\n')
}
