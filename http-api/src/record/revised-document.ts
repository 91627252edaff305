import { ageMs, type Clock } from '@forum/shared/clock'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { Copies } from '../platform/work/copies'
import { actWork, type ActWork, withWork, type KeptAct } from '../platform/work/unfinished'
import type { ActDraft } from './moderation-log.model'
import type { ModerationLog } from './moderation-log.service'

/** Maximum age of a copy where several processes write, so that a change is in force everywhere within a second. */
const MAX_AGE_MS = 500

/** The id of the only document of its collection. */
export const CURRENT = 'current'

interface Revised {
  _id: string
  /** Increases with every change, so that processes notice it. */
  revision: number
  unfinished?: ActWork[] | undefined
}
/** The content of a document, besides its id. */
type Stored<Doc extends Revised> = Omit<Doc, '_id'>

/** A decision on a document: the change, if any, and the result for the caller. */
interface Decision<Doc, Result> {
  result: Result
  change?: { act: Pick<ActDraft, 'actorId' | 'action' | 'target' | 'changes'>; set: Partial<Doc> }
}

/**
 * A document that admins change rarely and every process uses often. A process keeps what it makes of it until the
 * document's revision differs, which is compared when the copy has reached its maximum age.
 */
export class RevisedDocument<Doc extends Revised, Content> {
  private loaded: { revision: number; content: Content } | null = null
  private loadedAt = -Infinity
  private loading: Promise<Content> | null = null
  /** The last change failed without an answer and may still be written. */
  private isInDoubt = false
  /** Counts this process's changes, so that a copy that was read before one does not pass for fresh after it. */
  private changes = 0

  constructor(
    private readonly options: {
      clock: Clock
      copies: Pick<Copies, 'maxAgeMs'>
      collection: Collection<Doc>
      log: Pick<ModerationLog, 'draft' | 'appendCarried'>
      /** The document until an admin writes one; its revision is 0. */
      missing: Stored<Doc>
      contentOf: (stored: Stored<Doc>) => Content
    },
  ) {}

  /** As far as its revision goes, every document is alike. */
  private get collection(): Collection<Revised> {
    return this.options.collection as unknown as Collection<Revised>
  }

  /** Returns the content, as this process last read it. */
  async current(): Promise<Content> {
    const { clock, copies } = this.options
    const maxAge = this.isInDoubt ? MAX_AGE_MS : copies.maxAgeMs(MAX_AGE_MS)
    const isFresh = ageMs(clock, this.loadedAt) < maxAge
    if (this.loaded && isFresh) return this.loaded.content
    this.loading ??= this.load().finally(() => (this.loading = null))
    return this.loading
  }

  /** Reads the document, for a change. */
  async read(): Promise<Stored<Doc>> {
    const found = await this.collection.findOne({ _id: CURRENT })
    return found === null ? this.options.missing : (found as unknown as Doc)
  }

  /**
   * Changes the document and logs that.
   *
   * @param decide returns the change of what is stored; called again if another process has changed that meanwhile
   */
  async change<Result>(
    decide: (stored: Stored<Doc>) => Decision<Doc, Result> | Promise<Decision<Doc, Result>>,
  ): Promise<{ result: Result; isChanged: boolean }> {
    const { log, collection } = this.options
    const stored = await this.read()
    const { result, change } = await decide(stored)
    if (!change) return { result, isChanged: false }
    const act = log.draft(change.act)
    if (!(await this.write(stored.revision, act, change.set))) return this.change(decide)
    await this.current()
    await log.appendCarried(collection, CURRENT, act)
    return { result, isChanged: true }
  }

  /**
   * Writes a change of the revision that was read, with its act. Returns false if another process has changed the
   * document, or inserted it, meanwhile.
   */
  private async write(revision: number, act: KeptAct, changes: Partial<Doc>): Promise<boolean> {
    try {
      const { matchedCount, upsertedCount } = await this.collection.updateOne(
        { _id: CURRENT, revision },
        withWork({ $set: { ...changes, revision: revision + 1 } }, actWork(act)),
        { upsert: revision === 0, writeConcern: DURABLE },
      )
      const isWritten = matchedCount + upsertedCount > 0
      // An earlier change can no longer be written, since it names an earlier revision.
      if (isWritten) this.isInDoubt = false
      return isWritten
    } catch (error) {
      if (violatedKey(error)) return false
      this.isInDoubt = true
      throw error
    } finally {
      this.changes += 1
      this.loadedAt = -Infinity
    }
  }

  private async load(): Promise<Content> {
    const at = this.options.clock.now().getTime()
    const { changes } = this
    const found = await this.collection.findOne({ _id: CURRENT }, { projection: { revision: 1 } })
    if (this.loaded === null || this.loaded.revision !== (found?.revision ?? 0)) {
      const stored = await this.read()
      this.loaded = { revision: stored.revision, content: this.options.contentOf(stored) }
    }
    // The document may have been read before a change by this process.
    if (changes !== this.changes) return this.load()
    this.loadedAt = at
    return this.loaded.content
  }
}
