import { ageMs, type Clock } from '@forum/shared/clock'
import type { Freshness, ThreadLogCollections } from '../log'
import { Bitmap } from './doc-lists'
import { allThreads, readCurrent, type CurrentPost } from './documents'
import type { IndexPart } from './evaluate'
import { readChanges } from './feed'
import { EMPTY, type Change, type IndexStore, type LoadedSegment, type Manifest } from './index-store'
import { MemorySegment } from './memory-segment'
import type { SearchCollections } from './search.models'
import { isSliceOver, nextSlice } from './slices'
import { ThreadTable } from './thread-table'

/** Entries of the feed that are read and applied at once. */
const ENTRIES_AT_ONCE = 500
/** An outdated manifest costs memory, not correctness, until its segments are removed. */
const MANIFEST_MAX_AGE_MS = 1_000

/** A stored segment as this process sees it. */
interface LiveSegment extends LoadedSegment {
  /** The dead documents of the row, and those of which a newer version is in memory. */
  dead: Bitmap
}

/** Posts that are newer than the segments: the entries of the feed after `from`, and changes that are not in it yet. */
class Tail {
  readonly segment = new MemorySegment()
  dead = Bitmap.of(0)
  /** The newest version of each post. It has no document if it is deleted. */
  readonly posts = new Map<number, { seq: number; doc: number | null }>()

  constructor(readonly from: number) {}

  set({ post, seq, document }: CurrentPost): void {
    this.hide(post)
    this.posts.set(post, { seq, doc: document && this.segment.add(document) })
  }

  remove(post: number): void {
    this.hide(post)
    this.posts.delete(post)
  }

  private hide(post: number): void {
    const doc = this.posts.get(post)?.doc
    if (typeof doc === 'number') this.dead = this.dead.with([doc])
  }
}

/**
 * The index in one process: the columns of all segments, the posts that are newer than these, and the state of every
 * thread. Before each query it is brought up to date with the feed and the log.
 */
export class LiveIndex {
  private manifest = EMPTY
  threads = new ThreadTable()
  /** Increases after each change of what queries find. */
  revision = 0
  private segments: LiveSegment[] = []
  private tail = new Tail(0)
  /** The last number of the feed that was applied. */
  private read = 0
  private manifestReadAt = -Infinity
  private isOpen = false
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null
  /** Counts this process's changes of threads. */
  private ownChanges = 0
  /** The number of own changes before the last pass; -1 while a pass runs. */
  private appliedChanges = -1

  constructor(
    private readonly db: SearchCollections & Pick<ThreadLogCollections, 'threads' | 'posts' | 'threadEvents'>,
    private readonly store: IndexStore,
    private readonly clock: Clock,
    private readonly freshness: Freshness,
  ) {
    freshness.on('threadChanged', (_, events) => {
      if (events.length > 0) this.ownChanges += 1
    })
  }

  /**
   * Applies everything that was committed before the call. Concurrent callers share the next pass. The only writer needs
   * none for a while, unless it has changed something.
   */
  catchUp(): Promise<void> {
    const hasOwn = this.appliedChanges !== this.ownChanges
    const maxAgeMs = this.freshness.copies.maxAgeMs(0, MANIFEST_MAX_AGE_MS)
    if (!hasOwn && ageMs(this.clock, this.manifestReadAt) < maxAgeMs) return Promise.resolve()
    if (!this.running) return (this.running = this.pass())
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = null
        return (this.running ??= this.pass())
      })
    return this.next
  }

  private isManifestOld(): boolean {
    return ageMs(this.clock, this.manifestReadAt) >= MANIFEST_MAX_AGE_MS
  }

  /** Reads the manifest again before the next query. */
  expireManifest(): void {
    this.manifestReadAt = -Infinity
  }

  /** Returns the manifest as stored now, with its segments. */
  async latest(): Promise<{ manifest: Manifest; stored: readonly LoadedSegment[] }> {
    this.expireManifest()
    await this.catchUp()
    return { manifest: this.manifest, stored: this.segments }
  }

  private async pass(): Promise<void> {
    const { ownChanges } = this
    this.appliedChanges = -1
    try {
      const now = this.clock.now().getTime()
      if (!this.isOpen) await this.open()
      else if (this.isManifestOld()) {
        const manifest = await this.store.manifestUnless(this.manifest.version)
        if (manifest) await this.useManifest(manifest)
      }
      this.manifestReadAt = now
      for (;;) {
        const { pending, entries } = await readChanges(this.db, this.read, ENTRIES_AT_ONCE)
        const [first] = entries
        if (first ? first._id !== this.read + 1 : this.read < this.manifest.flushed) {
          // Entries are missing because segments have contained them for some time.
          await this.open()
          continue
        }
        await this.apply([...entries, ...pending].filter((change) => !this.isKnown(change)))
        this.read = entries.at(-1)?._id ?? this.read
        if (entries.length < ENTRIES_AT_ONCE) break
      }
      this.appliedChanges = ownChanges
    } finally {
      this.running = null
    }
  }

  /** Returns true if this process has read the result of a change, or anything newer. */
  private isKnown({ postId, threadId, seq, seqBase = 0, isTitle }: Change): boolean {
    if (isTitle || this.threads.seqOf(threadId) < seq) return false
    return postId === null || this.seqOf(postId) >= seq + seqBase
  }

  /**
   * Returns the seq that the thread of a post had when the newest known version was read, with the post's `seqBase`; 0 if
   * there is none.
   */
  private seqOf(post: number): number {
    const seqs = this.segments.map(({ segment }) => segment.columns.seq[segment.find(post)] ?? 0)
    return Math.max(this.tail.posts.get(post)?.seq ?? 0, ...seqs)
  }

  private async apply(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const current = await readCurrent(this.db, changes)
    for (const thread of current.threads) this.threads.set(thread)
    for (const post of current.posts) {
      if (this.seqOf(post.post) < post.seq) {
        this.tail.set(post)
        for (const loaded of this.segments) {
          const doc = loaded.segment.find(post.post)
          if (doc >= 0) loaded.dead = loaded.dead.with([doc])
        }
      }
      if (isSliceOver()) await nextSlice()
    }
    this.revision += 1
  }

  /** Loads everything; the changes that the segments do not contain are read next. */
  private async open(): Promise<void> {
    this.isOpen = false
    const manifest = await this.store.manifest()
    const segments = await this.load(manifest, [])
    const threads = new ThreadTable()
    for await (const thread of allThreads(this.db)) {
      threads.set(thread)
      if (isSliceOver()) await nextSlice()
    }
    this.threads = threads
    this.segments = segments
    this.manifest = manifest
    this.read = manifest.flushed
    this.tail = new Tail(this.read)
    this.revision += 1
    this.isOpen = true
  }

  /** Loads the segments of a manifest. Posts that these contain leave the memory. */
  private async useManifest(manifest: Manifest): Promise<void> {
    this.segments = await this.load(manifest, this.segments)
    const isRebuilt = manifest.generation !== this.manifest.generation
    this.manifest = manifest
    const inSegments = manifest.flushed - this.tail.from
    if (isRebuilt || inSegments > (this.read - this.tail.from) / 2) {
      // Reading the few other changes again is simpler than removing posts from a segment in memory.
      this.read = Math.min(this.read, manifest.flushed)
      this.tail = new Tail(this.read)
      for (const loaded of this.segments) loaded.dead = loaded.row.dead
    } else this.hideOlder()
    this.revision += 1
  }

  /** Hides each post of the tail, or its documents in the segments, whichever is older. */
  private hideOlder(): void {
    for (const loaded of this.segments) {
      const { segment } = loaded
      const older: number[] = []
      for (const [post, { seq }] of this.tail.posts) {
        const doc = segment.find(post)
        if (doc < 0) continue
        if ((segment.columns.seq[doc] ?? 0) < seq) older.push(doc)
        else this.tail.remove(post)
      }
      loaded.dead = loaded.dead.with(older)
    }
  }

  private async load(manifest: Manifest, previous: readonly LiveSegment[]): Promise<LiveSegment[]> {
    const byId = new Map(previous.map((live) => [live.row.id, live]))
    const loaded = await this.store.load(manifest.segments.filter(({ id }) => !byId.has(id)))
    const kept = manifest.segments.flatMap((row) => {
      const before = byId.get(row.id)
      return before ? { ...before, row, dead: before.dead.union(row.dead) } : []
    })
    return [...kept, ...loaded.map((each) => ({ ...each, dead: each.row.dead }))].sort(
      (a, b) => b.segment.newest - a.segment.newest,
    )
  }

  /** Returns the index as of now: what changes later does not change the result. */
  view(): IndexPart[] {
    return [this.tail, ...this.segments].map(({ segment, dead }) => {
      const { columns, count, newest } = segment
      return { columns, count, newest, dead, terms: segment }
    })
  }
}
