import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import type { ThreadLogCollections } from '../thread-log'
import { Bitmap } from './doc-lists'
import { allThreads, readCurrent, type CurrentPost } from './documents'
import type { Part } from './evaluate'
import { pendingChanges } from './feed'
import type { Change, IndexStore, Manifest, SegmentRow } from './index-store'
import { MemorySegment } from './memory-segment'
import type { StoredSegment } from './segment'
import { Slices } from './slices'
import { ThreadTable } from './thread-table'

/** Posts in one part of the newest ones. */
const CHUNK_POSTS = 256
/** Entries of the feed that are read and applied at once. */
const ENTRIES_AT_ONCE = 500
/** An outdated manifest costs memory, not correctness, until its segments are removed. */
const MANIFEST_MAX_AGE_MS = 1_000
const EVENTS_REMEMBERED = 10_000

/** A stored segment as this process sees it. */
interface LoadedSegment {
  row: SegmentRow
  segment: StoredSegment
  /** As the manifest says. */
  storedDead: Bitmap
  /** Also those of which a newer version is in memory. */
  dead: Bitmap
  newest: number
}

interface Chunk {
  segment: MemorySegment
  dead: Bitmap
}

/** The newest version of a post, if it is newer than the segments. */
interface TailPost {
  seq: number
  /** The last number of the feed that names it; infinite if the feed does not yet. */
  number: number
  /** Null if the post is deleted. */
  at: { chunk: Chunk; doc: number } | null
}

type Db = Pick<ThreadLogCollections, 'threads' | 'posts' | 'threadEvents'>

/**
 * The index in one process: the columns of all segments, the posts that are newer than these, and the state of every
 * thread. Before each query it is brought up to date with the feed and the log.
 */
export class LiveIndex {
  manifest: Manifest = { version: -1, generation: -1, flushed: 0, segments: [] }
  threads = new ThreadTable()
  private segments: LoadedSegment[] = []
  private chunks: Chunk[] = []
  private tail = new Map<number, TailPost>()
  /** The last number of the feed that was applied. */
  private read = 0
  private manifestReadAt = -Infinity
  private isOpen = false
  private readonly applied = new LRUCache<string, true>({ max: EVENTS_REMEMBERED })
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null

  constructor(
    private readonly db: Db,
    private readonly store: IndexStore,
    private readonly clock: Clock,
  ) {}

  /** Applies everything that was committed before the call. Concurrent callers share the next pass. */
  catchUp(): Promise<void> {
    if (!this.running) return (this.running = this.pass())
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = null
        return (this.running ??= this.pass())
      })
    return this.next
  }

  /** Reads the manifest again before the next query. */
  expireManifest(): void {
    this.manifestReadAt = -Infinity
  }

  private async pass(): Promise<void> {
    try {
      const now = this.clock.now().getTime()
      if (!this.isOpen || Math.abs(now - this.manifestReadAt) >= MANIFEST_MAX_AGE_MS) {
        await this.useManifest(await this.store.manifest())
        this.manifestReadAt = now
      }
      // The log before the feed: a change moves from the first to the second.
      const pending = (await pendingChanges(this.db)).filter(({ eventId }) => !this.applied.has(eventId))
      await this.applyFeed()
      await this.applyPending(pending)
    } finally {
      this.running = null
    }
  }

  private async applyFeed(): Promise<void> {
    for (;;) {
      const entries = await this.store.feedAfter(this.read, ENTRIES_AT_ONCE)
      const [first] = entries
      const hasGap = first ? first._id !== this.read + 1 : this.read < this.manifest.flushed
      if (hasGap) {
        // Entries are missing because segments have contained them for some time.
        this.isOpen = false
        await this.useManifest(await this.store.manifest())
        continue
      }
      const numbers = new Map<number, number>()
      for (const { postId, _id } of entries) if (postId !== null) numbers.set(postId, _id)
      for (const [post, number] of numbers) {
        const known = this.tail.get(post)
        if (known) known.number = number
      }
      await this.apply(
        entries.filter((entry) => !this.isKnown(entry)),
        (post) => numbers.get(post) ?? entries.at(-1)?._id ?? Infinity,
      )
      this.read = entries.at(-1)?._id ?? this.read
      if (entries.length < ENTRIES_AT_ONCE) return
    }
  }

  private async applyPending(pending: Awaited<ReturnType<typeof pendingChanges>>): Promise<void> {
    const changes = pending.filter((change) => !this.isKnown(change))
    if (changes.length > 0) await this.apply(changes, (post) => this.tail.get(post)?.number ?? Infinity)
    for (const { eventId, threadId, seq } of pending) {
      if (this.threads.seqOf(threadId) >= seq) this.applied.set(eventId, true)
    }
  }

  /** Whether this process has read what a change made, or anything newer. */
  private isKnown({ postId, threadId, seq, isTitle }: Change): boolean {
    if (isTitle || this.threads.seqOf(threadId) < seq) return false
    return postId === null || this.seqOf(postId) >= seq
  }

  /** Returns the seq that the thread of a post had when the newest known version was read; 0 if there is none. */
  seqOf(post: number): number {
    let seq = this.tail.get(post)?.seq ?? 0
    for (const { segment } of this.segments) {
      const doc = segment.find(post)
      if (doc >= 0) seq = Math.max(seq, segment.columns.seq[doc] ?? 0)
    }
    return seq
  }

  private async apply(changes: readonly Change[], numberOf: (post: number) => number): Promise<void> {
    if (changes.length === 0) return
    const current = await readCurrent(this.db, changes)
    for (const thread of current.threads) this.threads.set(thread)
    const slices = new Slices()
    for (const post of current.posts) {
      this.applyPost(post, numberOf(post.post))
      if (slices.isOver) await slices.rest()
    }
  }

  private applyPost({ post, seq, document }: CurrentPost, number: number): void {
    const known = this.tail.get(post)
    if (this.seqOf(post) >= seq) {
      if (known) known.number = number
      return
    }
    this.hideTail(known)
    for (const loaded of this.segments) {
      const doc = loaded.segment.find(post)
      if (doc >= 0) loaded.dead = loaded.dead.with([doc])
    }
    const at = document && this.addToChunk(document)
    this.tail.set(post, { seq, number, at })
  }

  private addToChunk(document: NonNullable<CurrentPost['document']>): NonNullable<TailPost['at']> {
    let chunk = this.chunks[0]
    if (!chunk || chunk.segment.isFull) {
      chunk = { segment: new MemorySegment(CHUNK_POSTS), dead: Bitmap.of(CHUNK_POSTS) }
      this.chunks = [chunk, ...this.chunks]
    }
    return { chunk, doc: chunk.segment.add(document) }
  }

  private hideTail(known: TailPost | undefined): void {
    if (known?.at) known.at.chunk.dead = known.at.chunk.dead.with([known.at.doc])
  }

  /** Loads the segments of a manifest. Posts that these contain leave the memory. */
  private async useManifest(manifest: Manifest): Promise<void> {
    if (!this.isOpen || manifest.generation !== this.manifest.generation) return this.reopen(manifest)
    if (manifest.version === this.manifest.version) return
    const loaded = await this.load(manifest)
    for (const each of loaded) {
      const older: number[] = []
      for (const [post, { seq }] of this.tail) {
        const doc = each.segment.find(post)
        if (doc >= 0 && (each.segment.columns.seq[doc] ?? 0) < seq) older.push(doc)
      }
      each.dead = each.dead.with(older)
    }
    this.segments = loaded
    this.manifest = manifest
    for (const [post, known] of this.tail) {
      if (!this.isInSegments(post, known)) continue
      this.hideTail(known)
      this.tail.delete(post)
    }
    this.chunks = this.chunks.filter(({ segment, dead }, i) => i === 0 || dead.count() < segment.count)
  }

  /** Whether the segments know of a version what the memory knows, or more. */
  private isInSegments(post: number, { seq, number, at }: TailPost): boolean {
    let areDead = true
    for (const { segment, storedDead } of this.segments) {
      const doc = segment.find(post)
      if (doc < 0) continue
      if ((segment.columns.seq[doc] ?? 0) >= seq) return true
      areDead &&= storedDead.has(doc)
    }
    // A deleted post has no document; the writer of a segment may have read the version before.
    return at === null && areDead && number <= this.manifest.flushed
  }

  private async reopen(manifest: Manifest): Promise<void> {
    const segments = await this.load(manifest, [])
    const threads = new ThreadTable()
    const slices = new Slices()
    for await (const thread of allThreads(this.db)) {
      threads.set(thread)
      if (slices.isOver) await slices.rest()
    }
    this.threads = threads
    this.segments = segments
    this.chunks = []
    this.tail = new Map()
    this.applied.clear()
    this.read = manifest.flushed
    this.manifest = manifest
    this.isOpen = true
  }

  private async load(manifest: Manifest, known = this.segments): Promise<LoadedSegment[]> {
    const byId = new Map(known.map((loaded) => [loaded.row.id, loaded]))
    const missing = manifest.segments.flatMap(({ id }) => (byId.has(id) ? [] : [id]))
    const read = new Map((await this.store.segments(missing)).map((segment) => [segment.id, segment]))
    const bitmaps = await this.store.dead(manifest.segments.flatMap(({ dead }) => dead ?? []))
    const all = manifest.segments.map((row): LoadedSegment => {
      const before = byId.get(row.id)
      const segment = before?.segment ?? read.get(row.id)
      const storedDead = row.dead === null ? Bitmap.of(row.count) : bitmaps.get(row.dead)
      // Replaced since the manifest was read; the next pass reads it again.
      if (!segment || !storedDead) throw new StaleManifestError()
      return {
        row,
        segment,
        storedDead,
        dead: before ? before.dead.union(storedDead) : storedDead,
        newest: before?.newest ?? segment.columns.time.reduce((a, b) => Math.max(a, b), -Infinity),
      }
    })
    return all.sort((a, b) => b.newest - a.newest)
  }

  /** Returns the index as of now: what changes later does not change the result. */
  view(): Part[] {
    const newest = this.chunks.map(({ segment, dead }): Part => ({
      columns: segment.columns,
      count: segment.count,
      dead,
      newest: segment.columns.time.subarray(0, segment.count).reduce((a, b) => Math.max(a, b), -Infinity),
      terms: segment,
    }))
    const stored = this.segments.map(({ segment, dead, newest: time }): Part => ({
      columns: segment.columns,
      count: segment.count,
      dead,
      newest: time,
      terms: segment,
    }))
    return [...newest, ...stored]
  }

  /** Returns the segments of the current manifest with their dead documents, as stored. */
  stored(): readonly Pick<LoadedSegment, 'row' | 'segment' | 'storedDead'>[] {
    return this.segments
  }
}

/** The manifest names a segment that no longer exists. */
export class StaleManifestError extends Error {}
