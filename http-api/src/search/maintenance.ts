import { ageMs, type Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import { unlessLeased } from '../platform/mongo/leases'
import type { ThreadLogCollections } from '../log'
import { Bitmap } from './doc-lists'
import { readCurrent } from './documents'
import type { IndexStore, LoadedSegment, Manifest, SegmentRow } from './index-store'
import type { LiveIndex } from './live-index'
import { MemorySegment } from './memory-segment'
import { mergeSegments, sortedTerms, storedTerms } from './merge'
import { resized, type IndexedPost } from './segment'
import { isSliceOver, nextSlice } from './slices'

/** Entries of the feed that make a segment. */
export const FLUSH_ENTRIES = 2_000
/** Number of segments of similar size that are merged into one. */
export const MERGE_AT = 8
/** Larger segments are not merged: their columns must fit into one document. */
const MERGED_MAX = 400_000
const POSTS_READ_AT_ONCE = 200
/** Interval at which a process looks whether something is due; longer if it is the only one. */
export const MAINTENANCE_INTERVAL_MS = { amongSeveral: 5_000, alone: 20_000 }
const CLEAN_INTERVAL_MS = 60_000

type Db = Pick<ThreadLogCollections, 'threads' | 'posts'> & Pick<PlatformCollections, 'leases'>

/** Writes a segment of posts, which may come in any order. */
export async function writePosts(
  store: IndexStore,
  posts: readonly IndexedPost[],
  now: Date,
): Promise<SegmentRow> {
  const segment = new MemorySegment()
  for (const post of posts.toSorted((a, b) => a.post - b.post)) {
    segment.add(post)
    if (isSliceOver()) await nextSlice()
  }
  const columns = resized(segment.columns, segment.count)
  const input = { columns, dead: Bitmap.of(segment.count), terms: sortedTerms(segment) }
  return store.writeSegment(now, (write) => mergeSegments([input], write))
}

/** Returns segments of similar size that are due to be merged; null if there are too few. */
export function dueForMerge(rows: readonly SegmentRow[], mergeAt = MERGE_AT): SegmentRow[] | null {
  const levels = new Map<number, SegmentRow[]>()
  for (const row of rows) {
    const level = Math.max(0, Math.floor(Math.log(row.count / FLUSH_ENTRIES) / Math.log(mergeAt) + 1e-9))
    levels.set(level, [...(levels.get(level) ?? []), row])
  }
  for (const of of levels.values()) {
    const some = of.slice(0, mergeAt)
    const size = some.reduce((sum, { count }) => sum + count, 0)
    if (some.length === mergeAt && size <= MERGED_MAX) return some
  }
  return null
}

/** Makes segments of the feed and merges them, in one process at a time. */
export class Maintenance {
  private running: Promise<void> | null = null
  private cleanedAt = -Infinity

  constructor(
    private readonly deps: {
      db: Db
      store: IndexStore
      live: LiveIndex
      clock: Clock
      flushEntries?: number | undefined
      mergeAt?: number | undefined
    },
  ) {}

  /** Does everything that is due, unless another process does. */
  once(): Promise<void> {
    this.running ??= this.run().finally(() => {
      this.running = null
    })
    return this.running
  }

  private async run(): Promise<void> {
    const { db, store, clock } = this.deps
    const manifest = await store.manifest()
    const isFlushDue = (await store.endOfFeed()) - manifest.flushed >= this.flushEntries
    const isMergeDue = dueForMerge(manifest.segments, this.deps.mergeAt) !== null
    const isCleanDue = ageMs(clock, this.cleanedAt) >= CLEAN_INTERVAL_MS
    if (!isFlushDue && !isMergeDue && !isCleanDue) return
    await unlessLeased(db, clock, 'search', async () => {
      while ((await this.flush()) || (await this.merge()));
      if (isCleanDue) await this.clean()
    })
  }

  private get flushEntries(): number {
    return this.deps.flushEntries ?? FLUSH_ENTRIES
  }

  /** Removes what no process uses any more. */
  private async clean(): Promise<void> {
    const { store, clock } = this.deps
    const [manifest, rebuild] = [await store.manifest(), await store.rebuild()]
    await store.trimFeed(Math.min(manifest.flushed, rebuild?.flushed ?? Infinity), clock.now())
    await store.removeUnused(manifest, rebuild, clock.now())
    this.cleanedAt = clock.now().getTime()
  }

  /** Makes a segment of the oldest entries of the feed; returns whether there were enough. */
  private async flush(): Promise<boolean> {
    const { db, store, clock } = this.deps
    const { manifest, stored } = await this.deps.live.latest()
    const entries = await store.feedAfter(manifest.flushed, this.flushEntries)
    const last = entries.at(-1)
    if (!last || entries.length < this.flushEntries) return false
    const current = new Map<number, IndexedPost | null>()
    for (let i = 0; i < entries.length; i += POSTS_READ_AT_ONCE) {
      const { posts } = await readCurrent(db, entries.slice(i, i + POSTS_READ_AT_ONCE))
      for (const { post, document } of posts) current.set(post, document)
      if (isSliceOver()) await nextSlice()
    }
    const segments: SegmentRow[] = []
    for (const { row, segment } of stored) {
      const docs = [...current.keys()].map((post) => segment.find(post)).filter((doc) => doc >= 0)
      const dead = row.dead.with(docs)
      if (dead.count() < row.count) segments.push({ ...row, dead })
      if (isSliceOver()) await nextSlice()
    }
    const living = [...current.values()].flatMap((document) => document ?? [])
    if (living.length > 0) segments.push(await writePosts(store, living, clock.now()))
    await this.replace(manifest, segments, last._id)
    return true
  }

  /** Merges segments of similar size; returns whether there were enough. */
  private async merge(): Promise<boolean> {
    const { store, clock } = this.deps
    const { manifest, stored } = await this.deps.live.latest()
    const due = dueForMerge(manifest.segments, this.deps.mergeAt)
    if (!due) return false
    const merged = await mergeStored(
      store,
      stored.filter(({ row }) => due.some(({ id }) => id === row.id)),
      clock.now(),
    )
    const others = manifest.segments.filter(({ id }) => !due.some((each) => each.id === id))
    await this.replace(manifest, merged.count > 0 ? [...others, merged] : others, manifest.flushed)
    return true
  }

  private async replace(
    { version, generation, segments: before }: Manifest,
    segments: SegmentRow[],
    flushed: number,
  ): Promise<void> {
    const { store, clock } = this.deps
    if (await store.replaceManifest(version, { generation, flushed, segments })) {
      await store.retire(
        before.filter(({ id }) => !segments.some((segment) => segment.id === id)),
        clock.now(),
      )
    }
  }
}

/** Writes the segment into which others are merged. */
export function mergeStored(
  store: IndexStore,
  inputs: readonly LoadedSegment[],
  now: Date,
): Promise<SegmentRow> {
  return store.writeSegment(now, (write) =>
    mergeSegments(
      inputs.map(({ row, segment }) => ({
        columns: segment.columns,
        dead: row.dead,
        terms: storedTerms(store.pagesOf(row.id)),
      })),
      write,
    ),
  )
}
