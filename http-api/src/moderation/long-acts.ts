import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { LONG_ACT_STATES } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { DURABLE, insertDurable, violatedKey, type PlatformCollections } from '../platform/mongo/database'
import { field, type Collection } from '../platform/mongo/model'
import { LeasedJobs } from '../platform/work/leased-jobs'
import { actWork, unfinishedWork, withWork, type ActWork, type Work } from '../platform/work/unfinished'
import { undoableUntil, type ActDraft, type LogEntryDoc, type ModerationLog } from '../record'

type State = (typeof LONG_ACT_STATES)[number]

/** The states in which what the act has changed can be taken back. */
const UNDOABLE: readonly State[] = ['running', 'stopped', 'done']

/** The fields of every long act, beside those of its kind. */
export const longActFields = <Kind extends string>() => ({
  _id: field.number,
  actorId: field.number,
  at: field.date,
  status: field.oneOf(...LONG_ACT_STATES),
  /** Set while something is left to do, or to take back. */
  isActive: field.optional(field.boolean),
  /** Who took it back. */
  undoneBy: field.optional(field.number),
  ...unfinishedWork<ActWork | Work<Kind>>(),
})

interface LongActDoc<Kind extends string = string> {
  _id: number
  actorId: number
  at: Date
  status: State
  isActive?: boolean
  undoneBy?: number
  unfinished?: (ActWork | Work<Kind>)[]
}
type Begun<Doc> = Omit<Doc, 'status' | 'isActive' | 'undoneBy' | 'unfinished'>

/** Resolves to true while the work may continue: this process has the job, and nobody has changed its aim. */
export type MayGoOn = () => Promise<boolean>

/** How the work ended, and the fields to store with it. */
type Ended<Doc> = { status?: 'stopped' } & Partial<Begun<Doc>>

interface LongActsDeps<Kind extends string, Doc extends LongActDoc<Kind>> {
  db: Pick<PlatformCollections, 'leases'> & { moderationLog: Collection<LogEntryDoc> }
  documents: Collection<Doc>
  /** The kind of the work that documents carry, and the name of its leases. */
  kind: Kind
  /** Returns the act of the log; the same for each call, by its key. */
  actOf: (doc: Doc) => ActDraft | Promise<ActDraft>
  /** Does what is left to do, found by looking; resolves to null once the work may not go on. */
  work: (doc: Doc, mayGoOn: MayGoOn) => Promise<Ended<Doc> | null>
  /** Takes back what is left of what was done; resolves to false once the work may not go on. */
  takeBack: (doc: Doc, mayGoOn: MayGoOn) => Promise<boolean>
  log: ModerationLog
  clock: Clock
  onFailure: (error: unknown) => void
}

/** Returns until when an act can be taken back; null if it cannot, or was. */
export const longActUndoUntil = ({ status, at }: Pick<LongActDoc, 'status' | 'at'>): Date | null =>
  UNDOABLE.includes(status) ? undoableUntil(at) : null

/**
 * Acts whose work goes on in the background through the log of each thread, can be stopped, and taken back. Whichever
 * process dies, another one continues.
 */
export class LongActs<Kind extends string, Doc extends LongActDoc<Kind>> {
  readonly jobs: LeasedJobs
  private readonly documents: Collection<LongActDoc>

  constructor(private readonly deps: LongActsDeps<Kind, Doc>) {
    this.documents = deps.documents as unknown as Collection<LongActDoc>
    this.jobs = new LeasedJobs({
      ...deps,
      name: deps.kind,
      work: async (id, isHeld) => {
        const doc = await this.documents.findOne({ _id: id })
        if (doc?.isActive !== true) return false
        const { status } = doc
        await this.step(doc as Doc, async () => {
          return (await isHeld()) && (await this.documents.findOne({ _id: id, status })) !== null
        })
        return true
      },
    })
  }

  /**
   * Begins an act.
   *
   * @throws ForumError `CONFLICT` while another one is under way that excludes it
   */
  async begin(begun: Begun<Doc>): Promise<Doc> {
    const { documents, actOf, log } = this.deps
    const doc = { ...begun, status: 'running', isActive: true } as unknown as Doc
    const act = await actOf(doc)
    await insertDurable(this.documents, {
      ...doc,
      unfinished: [actWork(act), this.workSince(doc.at)],
    }).catch(refuseSecond)
    await log.appendCarried(documents, doc._id, act)
    this.jobs.begin(doc._id)
    return doc
  }

  /**
   * Stops an act after the step that is under way. What it has changed stays as it is.
   *
   * @throws ForumError `CONFLICT` if it is not under way
   */
  stop(id: number, act: ActDraft): Promise<Doc> {
    const update = { $set: { status: 'stopped' as const }, $unset: { isActive: 1 as const } }
    return this.change({ _id: id, status: 'running' }, withWork(update, actWork(act)), act)
  }

  /**
   * Begins to take back what an act has changed, also while it is still under way.
   *
   * @param act what the log says of that, without the entry that it undoes
   * @throws ForumError `CONFLICT` if it was taken back, is too old, or another one is under way that excludes it
   */
  async undo(doc: Doc, act: ActDraft): Promise<Doc> {
    const { db, actOf, log, clock } = this.deps
    if (undoableUntil(doc.at) <= clock.now()) throw new ForumError('CONFLICT')
    const done = await actOf(doc)
    const entry = (await db.moderationLog.findOne({ key: done.key })) ?? (await log.append([done]))[0]
    const undoing = entry ? { ...act, undoes: entry._id } : act
    const update = { $set: { status: 'undoing' as const, isActive: true, undoneBy: act.actorId } }
    const undone = await this.change(
      { _id: doc._id, status: { $in: [...UNDOABLE] } },
      withWork(update, actWork(undoing), this.workSince(clock.now())),
      undoing,
    )
    this.jobs.begin(doc._id)
    return undone
  }

  /** Continues an act without waiting for it; resolves to whether there is nothing left to do. */
  async resume(id: number): Promise<boolean> {
    const active = await this.documents.findOne({ _id: id, isActive: true }, { projection: { _id: 1 } })
    if (active) this.jobs.begin(id)
    return active === null
  }

  private async step(doc: Doc, mayGoOn: MayGoOn): Promise<void> {
    const { work, takeBack } = this.deps
    const ended =
      doc.status === 'running'
        ? await work(doc, mayGoOn)
        : (await takeBack(doc, mayGoOn)) && { status: 'undone' as const }
    if (!ended) return
    await this.documents.updateOne(
      { _id: doc._id, status: doc.status },
      { $set: { status: 'done', ...ended }, $unset: { isActive: 1 } },
      { writeConcern: DURABLE },
    )
  }

  private async change(
    condition: Parameters<Collection<LongActDoc>['findOneAndUpdate']>[0],
    update: Parameters<Collection<LongActDoc>['findOneAndUpdate']>[1],
    act: ActDraft,
  ): Promise<Doc> {
    const { documents, log } = this.deps
    const changed = await this.documents
      .findOneAndUpdate(condition, update, { returnDocument: 'after', writeConcern: DURABLE })
      .catch(refuseSecond)
    if (!changed) throw new ForumError('CONFLICT')
    await log.appendCarried(documents, changed._id, act)
    return changed as Doc
  }

  private workSince(since: Date): Work<Kind> {
    return { id: randomUUID(), kind: this.deps.kind, since }
  }
}

function refuseSecond(error: unknown): never {
  if (violatedKey(error)) throw new ForumError('CONFLICT')
  throw error
}
