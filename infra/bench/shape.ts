import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchQueries } from './texts'

/** The size of a filled forum. */
export interface Shape {
  name: string
  members: number
  threads: number
  posts: number
  /** Replies of the longest thread, and of the second longest. */
  longest: number
  long: number
  /** Posts of many different words, for searches. */
  isVaried?: boolean
}

/** Members who act in a run; they have sessions and have posted nothing before. */
export const ACTING_MEMBERS = 500

export const BIG: Shape = {
  name: 'big',
  members: 5_000,
  threads: 10_000,
  posts: 200_000,
  longest: 10_000,
  long: 2_000,
}
export const SMALL: Shape = {
  name: 'small',
  members: 550,
  threads: 100,
  posts: 2_000,
  longest: 400,
  long: 100,
}
/** Returns the shape of a forum of many posts, whose longest thread has a twentieth of them. */
export const largeShape = (posts: number): Shape => ({
  name: `large-${posts}`,
  members: ACTING_MEMBERS + Math.ceil(posts / 10),
  threads: Math.ceil(posts / 20),
  posts,
  longest: Math.floor(posts / 20),
  long: Math.floor(posts / 100),
  isVaried: true,
})
export const isLargeShape = (shape: Shape): boolean => shape.name === largeShape(shape.posts).name
/** As large as `BIG`, with the vocabulary of a real forum. */
export const VARIED: Shape = { ...BIG, name: 'varied', isVaried: true }

/** Facts about a filled forum that a benchmark needs; stored beside its data. */
export interface Manifest {
  shape: Shape
  filledInSeconds: number
  tokenSecret: string
  /** One session of each acting member. */
  tokens: string[]
  longest: { id: number; lastNumber: number }
  long: { id: number; lastNumber: number }
  /** The board that holds both long threads. */
  boardId: number
  /** Id and highest post number of every thread. */
  threads: [id: number, lastNumber: number][]
  /** Posts to like, none of them by an acting member. */
  postIds: number[]
  /** Queries of each class, and the bytes of all texts; for a shape of many words. */
  searches?: SearchQueries[]
  textBytes?: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns a key that changes with the code that writes or loads the data, so that a kept forum never has an older
 * format.
 */
export function formatKey(shape: Shape): string {
  const hash = createHash('sha256').update(JSON.stringify(shape))
  for (const folder of ['http-api/src', 'infra/bench', 'infra/seed/boards.json']) {
    for (const file of filesBelow(path.join(root, folder))) {
      if (folder !== 'infra/bench' || /(loader|fill|fill-large|shape|texts)\.ts$/.test(file))
        hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

function filesBelow(full: string): string[] {
  if (/\.(ts|json)$/.test(full)) return full.endsWith('.test.ts') ? [] : [full]
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
    .map((entry) => path.join(full, entry.name))
    .toSorted()
    .flatMap(filesBelow)
}
