import { HOUR_MS, type Clock } from '@forum/shared/clock'
import type { Erasure } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { ERASURE_HOURS } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { type AttachmentDoc, type FileStore, uploadUrl } from '../../files'
import type { ThreadLogCollections } from '../../log'
import type { MemberDoc, MemberQueries, People } from '../../members'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'
import { DURABLE, insertDurable, type PlatformCollections } from '../../platform/mongo/database'
import { recentAt } from '../../platform/mongo/database-time'
import type { Ids } from '../../platform/mongo/ids'
import { underLease } from '../../platform/mongo/leases'
import type { Collection } from '../../platform/mongo/model'
import { actWork, withWork } from '../../platform/work/unfinished'
import type { ActDraft, ModerationLog } from '../../record'
import { type Eraser, postsOf } from './eraser'
import { AGAIN_MS } from './erasure-end'
import type { ErasureDoc, EraseWork } from './erasures.model'
import { ErasureList } from './erasure-list'
import type { PartEraser } from './part-eraser'

const LISTED = 100

/** What an admin asks to erase: posts or one version of one, a thread, everything of a member, or a file. */
interface Asked {
  postIds?: number[] | undefined
  version?: number | undefined
  threadId?: number | undefined
  userId?: number | undefined
  fileId?: number | undefined
  reason: string
}

/** Erasures for ever: one admin asks, another confirms, and the rest is done in the background. */
export class ErasureService {
  private readonly list: ErasureList
  private readonly working = new Map<number, Promise<void>>()

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts'> &
        Pick<PlatformCollections, 'leases'> & {
          attachments: Collection<AttachmentDoc>
          erasures: Collection<ErasureDoc>
          members: Collection<MemberDoc>
        }
      eraser: Eraser
      parts: PartEraser
      members: MemberQueries
      log: ModerationLog
      store: FileStore
      requireFreshPassword: (viewer: Viewer) => Promise<void>
      /** Called once words are gone from the database: the index of search is built again without them. */
      onErased: () => Promise<void>
      ids: Ids
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {
    this.list = new ErasureList(deps)
  }

  /**
   * Asks for an erasure.
   *
   * @throws ForumError `FORBIDDEN`, `PASSWORD_REQUIRED`, `NOT_FOUND` if there is nothing to erase
   */
  async ask(viewer: Viewer, given: Asked): Promise<{ erasure: Erasure }> {
    const { db, ids, log, requireFreshPassword, clock } = this.deps
    authorize(mayAdminister(viewer.actor))
    await requireFreshPassword(viewer)
    const { postIds = [], threadId = null, userId = null } = given
    const named = { postIds, threadId, userId }
    const part = await this.partOf(given)
    if (!part.file && (await db.posts.countDocuments(postsOf(named), { limit: 1 })) === 0)
      throw new ForumError('NOT_FOUND')
    const asked: ErasureDoc = {
      _id: await ids.next('erasures'),
      ...named,
      ...part,
      reason: given.reason,
      status: 'asked',
      askedBy: viewer.actor.id,
      at: clock.now(),
      confirmedBy: null,
    }
    const act = this.actOf(asked, viewer.actor.id, 'ask_erasure')
    await insertDurable(db.erasures, { ...asked, unfinished: [actWork(act)] })
    await log.appendCarried(db.erasures, asked._id, act)
    return this.shown(asked, viewer)
  }

  /**
   * Confirms an erasure, which begins at once.
   *
   * @throws ForumError `FORBIDDEN` for the admin who asked while there is another, `PASSWORD_REQUIRED`, `NOT_FOUND`,
   * `CONFLICT` if it was confirmed already or has lapsed
   */
  async confirm(viewer: Viewer, id: number): Promise<{ erasure: Erasure }> {
    const { db, log, requireFreshPassword, clock } = this.deps
    authorize(mayAdminister(viewer.actor))
    await requireFreshPassword(viewer)
    const asked = await db.erasures.findOne({ _id: id })
    if (!asked) throw new ForumError('NOT_FOUND')
    if (!(await this.mayConfirm(asked, viewer))) throw new ForumError('FORBIDDEN')
    const act = this.actOf(asked, viewer.actor.id, 'confirm_erasure')
    const confirmed = await db.erasures.findOneAndUpdate(
      { _id: id, status: 'asked', at: { $gt: this.lapsedAt() } },
      withWork(
        {
          $set: {
            status: 'running' as const,
            confirmedBy: viewer.actor.id,
            confirmedAt: clock.now(),
          },
        },
        actWork(act),
        eraseWork(clock.now()),
      ),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!confirmed) throw new ForumError('CONFLICT')
    await log.appendCarried(db.erasures, id, act)
    this.work(id)
    return this.shown(confirmed, viewer)
  }

  /** @throws ForumError `FORBIDDEN` */
  async all(viewer: Viewer): Promise<{ erasures: Erasure[] }> {
    authorize(mayAdminister(viewer.actor))
    const found = await this.deps.db.erasures.find({}, { sort: { _id: -1 }, limit: LISTED }).toArray()
    const waiting = found.filter(({ status }) => status === 'asked')
    const others = found.filter(({ status }) => status !== 'asked')
    return { erasures: await this.present([...waiting, ...others], viewer) }
  }

  /** Erases what a member wrote who leaves and wants it gone. */
  async eraseOwn(userId: number): Promise<void> {
    const { db, ids, clock } = this.deps
    const at = clock.now()
    const id = await ids.next('erasures')
    await insertDurable(db.erasures, {
      _id: id,
      postIds: [],
      threadId: null,
      userId,
      reason: '',
      status: 'running',
      askedBy: userId,
      at,
      confirmedBy: userId,
      confirmedAt: at,
      unfinished: [eraseWork(at)],
    })
    this.work(id)
  }

  /** Finishes what a process left behind, and once more what was written meanwhile; returns whether all is done. */
  async finish({ since }: EraseWork, id: number, now: Date): Promise<boolean> {
    const erasure = await this.deps.db.erasures.findOne({ _id: id })
    if (!erasure) return true
    if (erasure.status === 'running') await this.run(id)
    const { after, before } = recentAt(now, AGAIN_MS)
    if (since > after && since < before) return false
    await this.deps.eraser.erase(erasure, false)
    await this.deps.onErased()
    return true
  }

  /** Erases again, from a restored backup, what had been erased when it was made or since. */
  async applyAll(): Promise<void> {
    const { db, eraser } = this.deps
    const missed = await this.list.restore()
    for await (const erasure of db.erasures.find({ status: { $ne: 'asked' } }, { maxTimeMS: 0 }))
      await eraser.erase(erasure, missed.has(erasure._id) || erasure.status === 'running')
  }

  async drain(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working.values())
  }

  private work(id: number): void {
    const working = this.run(id)
      // The next sweep goes on.
      .catch(this.deps.onFailure)
      .finally(() => this.working.delete(id))
    this.working.set(id, working)
  }

  private run(id: number): Promise<void> {
    const { db, clock, eraser } = this.deps
    return underLease(db, clock, `erasure ${id}`, async () => {
      const erasure = await db.erasures.findOne({ _id: id, status: 'running' })
      if (!erasure) return
      // First, so that a backup that is restored from now on is without it.
      await this.list.write()
      await eraser.erase(erasure, true)
      await this.deps.onErased()
      await db.erasures.updateOne({ _id: id }, { $set: { status: 'done' } }, { writeConcern: DURABLE })
    })
  }

  /** @throws ForumError `NOT_FOUND` if there is no such file or version, or the post has that text now */
  private async partOf({ postIds, version, fileId }: Asked): Promise<Pick<ErasureDoc, 'versions' | 'file'>> {
    if (fileId !== undefined) {
      const file = await this.deps.db.attachments.findOne({ _id: fileId, claim: /^(post|thread):/ })
      if (!file) throw new ForumError('NOT_FOUND')
      return { file: { id: fileId, filename: file.filename } }
    }
    if (version === undefined) return {}
    const versions = await this.deps.parts.versionsOf(postIds?.[0] ?? 0, version)
    if (!versions) throw new ForumError('NOT_FOUND')
    return { versions }
  }

  /** Another admin than the one who asked confirms; the same one where there is no other. */
  private async mayConfirm({ askedBy }: ErasureDoc, viewer: Viewer): Promise<boolean> {
    return viewer.actor.id !== askedBy || (await this.isAlone(viewer))
  }

  /** Returns true if an admin is the only one. */
  private async isAlone({ actor }: Viewer): Promise<boolean> {
    const other = { role: 'admin', status: 'active', _id: { $ne: actor.id } } as const
    return (await this.deps.db.members.findOne(other, { projection: { _id: 1 } })) === null
  }

  private lapsedAt = (): Date => new Date(this.deps.clock.now().getTime() - ERASURE_HOURS * HOUR_MS)

  private actOf(
    { _id, reason, threadId, userId }: ErasureDoc,
    actorId: number,
    action: 'ask_erasure' | 'confirm_erasure',
  ): ActDraft {
    return this.deps.log.draft({
      key: `${action}:${_id}`,
      actorId,
      action,
      reason,
      threadId,
      userId,
      isForAdmins: true,
      target: `erasure ${_id}`,
      changes: [{ field: 'erasure', before: null, after: _id }],
    })
  }

  private async shown(of: ErasureDoc, viewer: Viewer): Promise<{ erasure: Erasure }> {
    const [erasure] = await this.present([of], viewer)
    if (!erasure) throw new ForumError('NOT_FOUND')
    return { erasure }
  }

  private async present(all: readonly ErasureDoc[], viewer: Viewer): Promise<Erasure[]> {
    const [people, isAlone] = await Promise.all([
      this.deps.members.people(
        all.flatMap(({ askedBy, confirmedBy, userId }) => [
          askedBy,
          confirmedBy ?? askedBy,
          userId ?? askedBy,
        ]),
      ),
      this.isAlone(viewer),
    ])
    return all.map((of) => {
      const isOpen = of.status === 'asked' && of.at > this.lapsedAt()
      return present(of, people, isOpen && (isAlone || of.askedBy !== viewer.actor.id))
    })
  }
}

const eraseWork = (since: Date): EraseWork => ({ id: 'erase', kind: 'erase', since })

const present = (of: ErasureDoc, people: People, canConfirm: boolean): Erasure => ({
  id: of._id,
  status: of.status,
  postIds: of.postIds,
  version: of.versions?.last ?? null,
  file: of.file ? { id: of.file.id, url: uploadUrl(of.file.filename) } : null,
  threadId: of.threadId,
  user: of.userId === null ? null : people.summary(of.userId),
  reason: of.reason,
  askedBy: people.summary(of.askedBy),
  askedAt: of.at.toISOString(),
  confirmedBy: of.confirmedBy === null ? null : people.summary(of.confirmedBy),
  canConfirm,
})
