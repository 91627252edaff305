import { DURABLE, violatedKey } from '../platform/mongo/database'
import { mongo } from 'mongoose'
import { Bitmap } from './doc-lists'
import type { WritePage } from './merge'
import type { FeedEntry, PageDoc, SearchCollections } from './search.models'
import { StoredSegment, type Columns } from './segment'

/** A segment in use, and which of its documents are dead. */
export interface SegmentRow {
  id: number
  count: number
  dead: Bitmap
}

export interface LoadedSegment {
  row: SegmentRow
  segment: StoredSegment
}

/** The manifest names a segment that no longer exists. */
export class StaleManifestError extends Error {}

/** The parts of the index. One document, replaced only in the version that a change was made from. */
export interface Manifest {
  version: number
  /** Increases with each rebuild. */
  generation: number
  /** The number of the last entry of the feed that the segments contain. */
  flushed: number
  segments: SegmentRow[]
}

/** A rebuild that has begun: what it has written so far, to be continued after a crash. */
export interface RebuildState {
  /** The feed's last entry when it began: later ones may not be in its segments. */
  flushed: number
  /** The last post that its segments contain. */
  after: number
  segments: SegmentRow[]
}

/** The change of a post or a thread, before it has a number in the feed. */
export type Change = Pick<FeedEntry, 'threadId' | 'seq' | 'seqBase' | 'postId' | 'isTitle'>

export const EMPTY: Manifest = { version: 0, generation: 0, flushed: 0, segments: [] }
/** Pages of a segment have the ids from its own times this number. */
const PAGES_PER_SEGMENT = 2 ** 20
const PAGES_AT_ONCE = 512
const MAJORITY = { readConcern: { level: 'majority' } } as const
/** A process that knows the end of the feed for longer than this reads it again. */
const END_KNOWN_MS = 60_000
/** Entries of segments are kept for this long, far longer than a process may believe to know the end of the feed. */
const ENTRIES_KEPT_MS = 10 * END_KNOWN_MS
/** Replaced segments are kept for queries that began before. */
const RETIRED_KEPT_MS = 60_000
/** A segment whose writing has not ended after this time was left behind by a crash. */
const UNFINISHED_KEPT_MS = 60 * 60_000
const APPEND_TRIES = 50
const APPENDED_AT_ONCE = 1_000

const bytesOf = (values: Uint32Array | Float64Array | Uint8Array): mongo.Binary =>
  new mongo.Binary(Buffer.from(values.buffer, values.byteOffset, values.byteLength))
/** Copies bytes, because the driver's are a view of everything that it received at once. */
const copied = (data: mongo.Binary | undefined): Uint8Array => Uint8Array.from(data?.value() ?? [])

const storedRow = ({ dead, ...row }: SegmentRow) => ({ ...row, dead: bytesOf(dead.bytes) })

/** The index as it is stored in MongoDB. */
export class IndexStore {
  /** The end of the feed as last seen, and when. */
  private end: { number: number; at: number } | null = null

  constructor(private readonly db: SearchCollections) {}

  async manifest(): Promise<Manifest> {
    return (await this.manifestUnless(-1)) ?? EMPTY
  }

  /** Returns the manifest; null if there is none, or none of another version. */
  manifestUnless(version: number): Promise<Manifest | null> {
    return this.state<Manifest>({ _id: 'manifest', 'value.version': { $ne: version } })
  }

  /** Replaces the manifest; returns whether it still was the one with this version. */
  async replaceManifest(version: number, manifest: Omit<Manifest, 'version'>): Promise<boolean> {
    const value = { ...manifest, version: version + 1, segments: manifest.segments.map(storedRow) }
    try {
      const { modifiedCount, upsertedCount } = await this.db.searchState.replaceOne(
        { _id: 'manifest', 'value.version': version },
        { value },
        { upsert: version === 0, writeConcern: DURABLE },
      )
      return modifiedCount + upsertedCount === 1
    } catch (error) {
      // Another process was the first.
      if (violatedKey(error)) return false
      throw error
    }
  }

  rebuild(): Promise<RebuildState | null> {
    return this.state<RebuildState>({ _id: 'rebuild' })
  }

  async setRebuild(state: RebuildState | null): Promise<void> {
    const { searchState } = this.db
    const filter = { _id: 'rebuild' }
    if (state === null) await searchState.deleteOne(filter, { writeConcern: DURABLE })
    else {
      const value = { ...state, segments: state.segments.map(storedRow) }
      await searchState.replaceOne(filter, { value }, { upsert: true, writeConcern: DURABLE })
    }
  }

  private async state<T extends { segments: SegmentRow[] }>(filter: object): Promise<T | null> {
    const found = await this.db.searchState.findOne(filter, MAJORITY)
    const value = found?.value as
      | (Omit<T, 'segments'> & { segments: ReturnType<typeof storedRow>[] })
      | undefined
    if (!value) return null
    const segments = value.segments.map((row) => ({ ...row, dead: new Bitmap(copied(row.dead)) }))
    return { ...value, segments } as unknown as T
  }

  /** Returns a number that no segment has had. */
  private async nextId(): Promise<number> {
    const found = await this.db.searchState.findOneAndUpdate(
      { _id: 'ids' },
      { $inc: { value: 1 } as never },
      { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
    )
    return Number(found?.value)
  }

  /** Appends changes to the feed, each with the number after the last. */
  async append(changes: readonly Change[]): Promise<void> {
    let rest = changes
    for (let failures = 0; rest.length > 0;) {
      if (failures === APPEND_TRIES) throw new Error('the feed of the search index is too busy')
      const end = await this.knownEnd()
      const at = new Date()
      const entries = rest
        .slice(0, APPENDED_AT_ONCE)
        .map((change, i): FeedEntry => ({ ...change, _id: end.number + 1 + i, at }))
      let inserted = entries.length
      try {
        await this.db.searchFeed.insertMany(entries, {
          ordered: true,
          writeConcern: DURABLE,
        })
      } catch (error) {
        this.end = null
        failures += 1
        if (!violatedKey(error)) throw error
        inserted = (error as { insertedCount?: number }).insertedCount ?? 0
      }
      // A process that stalls between the two could reuse the number of an entry that was removed meanwhile.
      if (performance.now() - end.at > END_KNOWN_MS) this.end = null
      else {
        if (inserted === entries.length) this.end = { number: end.number + inserted, at: performance.now() }
        rest = rest.slice(inserted)
      }
    }
  }

  private async knownEnd(): Promise<{ number: number; at: number }> {
    if (this.end && performance.now() - this.end.at < END_KNOWN_MS) return this.end
    const at = performance.now()
    this.end = { number: await this.endOfFeed(), at }
    return this.end
  }

  async endOfFeed(): Promise<number> {
    const last = await this.db.searchFeed.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } })
    return last ? Number(last._id) : (await this.manifest()).flushed
  }

  /** Returns the entries of the feed after a number, in order. */
  async feedAfter(number: number, limit: number): Promise<FeedEntry[]> {
    return await this.db.searchFeed
      .find({ _id: { $gt: number } }, { sort: { _id: 1 }, limit, batchSize: limit, ...MAJORITY })
      .toArray()
  }

  /** Removes entries that segments have contained for some time. */
  async trimFeed(upTo: number, now: Date): Promise<void> {
    const before = new Date(now.getTime() - ENTRIES_KEPT_MS)
    await this.db.searchFeed.deleteMany({ _id: { $lte: upTo }, at: { $lt: before } })
  }

  /** Writes a segment; `fill` passes its pages and returns its columns. */
  async writeSegment(now: Date, fill: (write: WritePage) => Promise<Columns>): Promise<SegmentRow> {
    const id = await this.nextId()
    const { searchSegments, searchPages } = this.db
    await searchSegments.insertOne({ _id: id, at: now }, { writeConcern: DURABLE })
    const firsts: string[] = []
    let batch: PageDoc[] = []
    let written: Promise<unknown> = Promise.resolve()
    const writeBatch = () => {
      const pages = batch
      batch = []
      written = written.then(() => searchPages.insertMany(pages, { ordered: false, writeConcern: DURABLE }))
      // The failure is reported where the last batch is awaited.
      written.catch(() => undefined)
    }
    const columns = await fill((first, page) => {
      batch.push({ _id: this.pageId(id, firsts.length), data: new mongo.Binary(page) })
      firsts.push(first)
      if (batch.length === PAGES_AT_ONCE) writeBatch()
    })
    if (batch.length > 0) writeBatch()
    await written
    const { post, thread, author, time, seq, opening } = columns
    await searchSegments.updateOne(
      { _id: id },
      {
        $set: {
          firsts: new mongo.Binary(Buffer.from(firsts.join('\n'), 'utf16le')),
          post: bytesOf(post),
          thread: bytesOf(thread),
          author: bytesOf(author),
          time: bytesOf(time),
          seq: bytesOf(seq),
          opening: bytesOf(opening.bytes),
        },
      },
      { writeConcern: DURABLE },
    )
    return { id, count: post.length, dead: Bitmap.of(post.length) }
  }

  /**
   * Reads segments without their pages.
   *
   * @throws {StaleManifestError} if one no longer exists
   */
  async load(rows: readonly SegmentRow[]): Promise<LoadedSegment[]> {
    if (rows.length === 0) return []
    const found = await this.db.searchSegments.find({ _id: { $in: rows.map(({ id }) => id) } }).toArray()
    const byId = new Map(found.map((doc) => [doc._id, doc]))
    return rows.map((row) => {
      const doc = byId.get(row.id)
      if (!doc?.firsts) throw new StaleManifestError()
      const numbers = (data: mongo.Binary | undefined) => new Uint32Array(copied(data).buffer)
      const columns: Columns = {
        post: numbers(doc.post),
        thread: numbers(doc.thread),
        author: numbers(doc.author),
        time: new Float64Array(copied(doc.time).buffer),
        seq: numbers(doc.seq),
        opening: new Bitmap(copied(doc.opening)),
      }
      const firsts = Buffer.from(copied(doc.firsts)).toString('utf16le')
      return { row, segment: new StoredSegment(row.id, columns, firsts === '' ? [] : firsts.split('\n')) }
    })
  }

  pageId(segment: number, no: number): number {
    return segment * PAGES_PER_SEGMENT + no
  }

  async pages(ids: readonly number[]): Promise<Map<number, Uint8Array>> {
    const found = await this.db.searchPages
      .find({ _id: { $in: ids } }, { batchSize: ids.length + 1 })
      .toArray()
    return new Map(found.map(({ _id, data }) => [_id, copied(data)]))
  }

  /** Reads all pages of a segment in order. */
  async *pagesOf(segment: number): AsyncGenerator<Uint8Array> {
    const range = { $gte: this.pageId(segment, 0), $lt: this.pageId(segment + 1, 0) }
    const cursor = this.db.searchPages.find({ _id: range }, { sort: { _id: 1 }, batchSize: PAGES_AT_ONCE })
    for await (const page of cursor) yield copied(page.data)
  }

  async retire(segments: readonly SegmentRow[], now: Date): Promise<void> {
    const ids = segments.map(({ id }) => id)
    if (ids.length === 0) return
    await this.db.searchSegments.updateMany({ _id: { $in: ids } }, { $set: { retiredAt: now } })
  }

  /** Removes segments that neither the manifest nor a rebuild uses. */
  async removeUnused(manifest: Manifest, rebuild: RebuildState | null, now: Date): Promise<void> {
    const used = [...manifest.segments, ...(rebuild?.segments ?? [])]
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const unused = await this.db.searchSegments
      .find(
        {
          _id: { $nin: used.map(({ id }) => id) },
          $or: [{ retiredAt: { $lt: ago(RETIRED_KEPT_MS) } }, { at: { $lt: ago(UNFINISHED_KEPT_MS) } }],
        },
        { projection: { _id: 1 } },
      )
      .toArray()
    for (const { _id } of unused) {
      const range = { $gte: this.pageId(_id, 0), $lt: this.pageId(_id + 1, 0) }
      await this.db.searchPages.deleteMany({ _id: range })
      await this.db.searchSegments.deleteOne({ _id: _id })
    }
  }
}
