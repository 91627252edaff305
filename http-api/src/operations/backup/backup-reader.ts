import type { mongo } from 'mongoose'
import { avatarAtDoubleSize } from '@forum/shared/avatars'
import type { Collections } from '../../collections'
import { hiddenName, thumbnailName, uploadName } from '../../files'
import type { Collection } from '../../platform/mongo/model'
import type { ThreadDoc } from '../../log'
import { collectionsOf } from './stored-collections'

/** Documents of one collection, by the name under which the database stores it. */
export interface BackupBatch {
  collection: string
  documents: readonly mongo.Document[]
  /** True if they replace earlier documents of the backup with the same ids. */
  replaces: boolean
}

/** Number of documents per batch. */
const BATCH = 1_000
/** Maximum number of readings of a thread that keeps changing, before the log has to complete the last one. */
const MAX_TRIES = 20
/** Events of a thread that are read at once. */
const EVENTS_AT_ONCE = 500

/** The keys of unique indexes whose values change hands. */
const UNIQUE_KEYS: Partial<Record<keyof Collections, (document: mongo.Document) => string | null>> = {
  members: ({ emailLower }) => String(emailLower),
  notifications: ({ userId, key, isRead }) => (isRead === true ? null : `${String(userId)} ${String(key)}`),
  cases: ({ subject, status }) => (status === 'open' ? String(subject) : null),
}

type AnyCollection = Collection<mongo.Document>

/**
 * Reads everything that a backup contains while the forum runs.
 *
 * Each thread is read as it was at one moment: first all collections of threads are read one after another, then the
 * threads that changed meanwhile are read again, each until its seq is the same before and after, and at last those that
 * posts of these have moved to, and those that posts have left since they were read. All other documents
 * are read once, in an order in which nothing refers to a document that is missing (`stored-collections.ts`).
 */
export class BackupReader {
  /** The threads that posts have gone to from those that were read again, or come from after these were read. */
  private readonly again = new Set<number>()
  /** The seq of each thread as it was read last. */
  private readonly seqs = new Map<number, number>()
  /** The events by which posts left that were read. */
  private readonly departures = new Set<string>()

  constructor(
    private readonly db: Collections,
    /** `withoutSecrets` leaves out everything that signs members in. */
    private readonly options: { withoutSecrets: boolean },
  ) {}

  async *documents(): AsyncGenerator<BackupBatch> {
    const { db } = this
    /** The seqs of the first reading. */
    const seqs = new Map<number, number>()
    /** The events that were read of each thread: how many, and the last one. */
    const logs = new Map<number, { count: number; last: number }>()
    for (const name of collectionsOf('thread')) {
      for await (const batch of this.whole(name)) {
        if (name === 'threads') {
          for (const { _id, seq } of batch.documents as ThreadDoc[]) {
            seqs.set(_id, seq)
            this.seqs.set(_id, seq)
          }
        }
        if (name === 'threadEvents') {
          for (const { _id } of batch.documents) note(logs, String(_id))
        }
        yield batch
      }
    }
    const readUpTo = (threadId: number) => {
      const log = logs.get(threadId)
      const isLogGapless = log !== undefined && log.count === log.last
      return { seq: seqs.get(threadId) ?? 0, logged: isLogGapless ? log.last : 0 }
    }
    const current = db.threads.find({}, { projection: { seq: 1 }, maxTimeMS: 0, sort: { _id: 1 } })
    for await (const { _id, seq } of current) {
      const log = logs.get(_id)
      // The ids of events are no order of time, so that a scan by id may miss some of a growing log.
      const isWhole = log?.count === seq && log.last === seq
      if (seqs.get(_id) === seq && isWhole) continue
      yield* this.changed(_id, readUpTo(_id))
    }
    // Posts that have left a thread by the time it was read are in the other one by now, or their event still waits.
    for (let [next] = this.again; next !== undefined; [next] = this.again) {
      this.again.delete(next)
      yield* this.changed(next, readUpTo(next))
    }
    const others = this.options.withoutSecrets
      ? collectionsOf('content', 'bookkeeping')
      : collectionsOf('content', 'secret', 'bookkeeping')
    for (const name of others) {
      const uniqueKey = UNIQUE_KEYS[name]
      if (uniqueKey) yield* this.withoutCollisions(name, uniqueKey)
      else yield* this.whole(name)
    }
  }

  /** Returns the names of the files that posts, members and the site have. */
  async *files(): AsyncGenerator<string> {
    const { attachments, members, siteSettings } = this.db
    for await (const { identity } of siteSettings.find({})) if (identity?.logo) yield identity.logo
    for await (const { filename, thumbnails } of attachments.find({}, { maxTimeMS: 0 })) {
      yield filename
      for (const size of thumbnails) yield thumbnailName(filename, size)
    }
    for await (const { avatar, avatars = [], clearedAvatars = [] } of members.find({}, { maxTimeMS: 0 })) {
      for (const url of new Set([...(avatar === null ? [] : [avatar]), ...avatars])) {
        const name = uploadName(url)
        yield name
        yield avatarAtDoubleSize(name)
      }
      for (const name of clearedAvatars.map(uploadName)) {
        yield hiddenName(name)
        yield hiddenName(avatarAtDoubleSize(name))
      }
    }
  }

  private async *whole(name: keyof Collections): AsyncGenerator<BackupBatch> {
    const collection = this.db[name] as unknown as AnyCollection
    const cursor = collection.find({}, { sort: { _id: 1 }, batchSize: BATCH, maxTimeMS: 0 })
    let documents: mongo.Document[] = []
    for await (const document of cursor) {
      documents.push(document)
      if (documents.length < BATCH) continue
      yield { collection: collection.collectionName, documents, replaces: false }
      documents = []
    }
    yield { collection: collection.collectionName, documents, replaces: false }
  }

  /**
   * Reads a collection in which a key can pass from one document to another while it is read: both are read again then,
   * until they differ.
   */
  private async *withoutCollisions(
    name: keyof Collections,
    uniqueKey: (document: mongo.Document) => string | null,
  ): AsyncGenerator<BackupBatch> {
    const collection = this.db[name] as unknown as AnyCollection
    const holders = new Map<string, unknown>()
    for await (const batch of this.whole(name)) {
      yield batch
      for (const document of batch.documents) {
        const key = uniqueKey(document)
        const other: unknown = key === null ? undefined : holders.get(key)
        if (key !== null) holders.set(key, document._id)
        if (other === undefined) continue
        for (let tries = 0, hasSettled = false; !hasSettled && tries < MAX_TRIES; tries++) {
          const both = await collection.find({ _id: { $in: [other, document._id] as never[] } }).toArray()
          hasSettled = both.filter((one) => uniqueKey(one) === key).length < 2
          if (hasSettled) yield { collection: batch.collection, documents: both, replaces: true }
        }
      }
    }
  }

  /**
   * Reads a thread that has changed since it was read.
   *
   * @param readUpTo the seq at which it was read before, and the seq up to which its log was read without a gap
   */
  private async *changed(
    threadId: number,
    readUpTo: { seq: number; logged: number },
  ): AsyncGenerator<BackupBatch> {
    const { db } = this
    const since = { appliedSeq: { $gt: readUpTo.seq } }
    for (let tries = 1; ; tries++) {
      const thread = await db.threads.findOne({ _id: threadId })
      // Those that have left and not arrived elsewhere yet belong to it, too.
      const posts = await db.posts.find({ threadId: { $in: [threadId, -threadId] }, ...since }).toArray()
      const idsOf = (wanted: boolean) =>
        posts.flatMap(({ _id, fileClaim }) => ((fileClaim !== undefined) === wanted ? _id : []))
      // The likes of a post that has come from another thread were read at another time.
      const ofPosts = { $or: [{ postId: { $in: idsOf(false) }, ...since }, { postId: { $in: idsOf(true) } }] }
      const likes = await db.likes.find(ofPosts).toArray()
      const movedPosts = await db.movedPosts.find({ threadId, ...since }).toArray()
      // Their ids begin with that of the thread; ; follows : in ASCII.
      const ofThread = { _id: { $gt: `${threadId}:`, $lt: `${threadId};` } }
      const pollVotes = await db.pollVotes.find({ ...ofThread, ...since }).toArray()
      const now = await db.threads.findOne({ _id: threadId }, { projection: { seq: 1 } })
      if (now?.seq !== thread?.seq && tries < MAX_TRIES) continue
      this.seqs.set(threadId, thread?.seq ?? 0)
      yield { collection: 'threads', documents: thread ? [thread] : [], replaces: true }
      yield { collection: 'posts', documents: posts, replaces: true }
      yield { collection: 'likes', documents: likes, replaces: true }
      yield { collection: 'pollVotes', documents: pollVotes, replaces: true }
      yield { collection: 'movedPosts', documents: movedPosts, replaces: true }
      const last = Math.max(thread?.seq ?? 0, ...posts.map(({ appliedSeq }) => appliedSeq))
      yield* this.events(threadId, readUpTo.logged, last)
      return
    }
  }

  private async *events(threadId: number, after: number, last: number): AsyncGenerator<BackupBatch> {
    for (let first = after + 1; first <= last; first += EVENTS_AT_ONCE) {
      const length = Math.min(EVENTS_AT_ONCE, last - first + 1)
      const ids = Array.from({ length }, (_, i) => `${threadId}:${first + i}`)
      const documents = await this.db.threadEvents.find({ _id: { $in: ids } }).toArray()
      for (const { _id, departure, arrival } of documents) {
        // A post that has left a thread since that was read would be missing there.
        if (arrival && (this.seqs.get(arrival.from) ?? 0) < arrival.seq) this.again.add(arrival.from)
        if (!departure || this.departures.has(_id)) continue
        this.departures.add(_id)
        this.again.add(departure.to)
      }
      yield { collection: 'threadEvents', documents, replaces: true }
    }
  }
}

function note(logs: Map<number, { count: number; last: number }>, eventId: string): void {
  const [threadId = 0, seq = 0] = eventId.split(':').map(Number)
  const log = logs.get(threadId) ?? { count: 0, last: 0 }
  log.count++
  log.last = Math.max(log.last, seq)
  logs.set(threadId, log)
}
