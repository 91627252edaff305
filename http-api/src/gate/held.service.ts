import { isMutedIn, mayDecideHeld, type Actor } from '@forum/shared/policies'
import type { HeldReason } from '@forum/shared/contract'
import { DAY_MS, HOUR_MS, type Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import { audiences } from '@forum/shared/events'
import { MESSAGE_MAX } from '@forum/shared/limits'
import { HELD_KEPT_DAYS, HELD_MAX, REJECTED_SHOWN_DAYS, UNDO_DAYS } from '../platform/limits'
import { countCharacters } from '@forum/shared/text'
import type { BoardQueries } from '../boards'
import type { AttachmentService } from '../files'
import { HeldBack } from '../platform/http/held-back'
import type { Viewer } from '../platform/http/viewer'
import { DURABLE, insertDurable, violatedKey } from '../platform/mongo/database'
import type { Reservation } from '../platform/mongo/idempotency'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import type { Publisher } from '../platform/work/publisher'
import type { Words } from '../words'
import type { HeldDoc } from './held.model'
import { presentHeldBriefly } from './held.presenter'

/** A text to hold, without the fields that the collection adds. */
export type NewHeld = Pick<HeldDoc, 'kind' | 'authorId' | 'boardId' | 'subjectId' | 'content' | 'reasons'> &
  Partial<
    Pick<
      HeldDoc,
      | 'alias'
      | 'threadId'
      | 'title'
      | 'quotedPostId'
      | 'poll'
      | 'attachments'
      | 'claim'
      | 'fileIds'
      | 'baseVersion'
      | 'editNote'
      | 'byCoauthor'
      | 'recipientId'
      | 'userIds'
      | 'conversationId'
      | 'parentId'
    >
  > & {
    /** The key of the call; without one, no other call is a repeat of this one. */
    key: string | undefined
  }

/** What an edit may leave out, and the one that it replaces may have. */
const OPTIONAL_IN_EDITS = ['alias', 'attachments', 'byCoauthor', 'editNote'] as const

/** Keeps texts that wait for approval, and lets their authors change and withdraw them. */
export class HeldTexts {
  constructor(
    private readonly deps: {
      db: { held: Collection<HeldDoc> }
      attachments: AttachmentService
      boards: BoardQueries
      words: Words
      publisher: Publisher
      ids: Ids
      clock: Clock
      onFailure: (error: unknown) => void
    },
  ) {}

  /**
   * Ends a repeat of a call whose text is held.
   *
   * @throws HeldBack
   */
  async endRepeat(authorId: number, reservation: Reservation | null): Promise<void> {
    if (!reservation?.isRepeat) return
    const held = await this.byKey(authorId, reservation.key)
    if (!held) return
    if (held.status === 'pending') await this.keepFiles(held)
    throw new HeldBack({ held: presentHeldBriefly(held) })
  }

  private byKey(authorId: number, key: string): Promise<HeldDoc | null> {
    return this.deps.db.held.findOne({ authorId, key })
  }

  /**
   * Keeps a text until a moderator has decided, and ends the call that sent it.
   *
   * @throws HeldBack, ForumError `TOO_MANY_REQUESTS`
   */
  async holdBack(given: NewHeld): Promise<never> {
    throw new HeldBack({ held: presentHeldBriefly(await this.hold(given)) })
  }

  /**
   * Keeps a text until a moderator has decided. A repeat returns what is kept already; a second edit of a post replaces
   * the first.
   *
   * @throws ForumError `TOO_MANY_REQUESTS` if too much of the author waits already
   */
  private async hold({ key, ...given }: NewHeld): Promise<HeldDoc> {
    const { db, ids, clock } = this.deps
    if (given.kind === 'edit') {
      const replaced = await this.replaceEdit(given)
      if (replaced) return replaced
    }
    const ofAuthor = { authorId: given.authorId, status: 'pending' } as const
    if ((await db.held.countDocuments(ofAuthor, { limit: HELD_MAX })) >= HELD_MAX)
      throw new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: HOUR_MS / 1_000 })
    const id = await ids.next('held')
    const held: HeldDoc = {
      _id: id,
      key: key ?? `held:${id}`,
      threadId: null,
      title: null,
      quotedPostId: null,
      claim: null,
      fileIds: [],
      baseVersion: null,
      recipientId: null,
      parentId: null,
      status: 'pending',
      createdAt: clock.now(),
      version: 1,
      decidedBy: null,
      decidedAt: null,
      note: null,
      ...given,
    }
    try {
      await insertDurable(db.held, held)
    } catch (error) {
      if (!violatedKey(error)) throw error
      const first = await this.byKey(held.authorId, held.key)
      if (first) return first
      // Another edit of the same post was quicker.
      return this.hold({ key, ...given })
    }
    await this.keepFiles(held)
    await this.publish(held)
    return held
  }

  /** Returns what an author is shown: what waits, and what was rejected lately. */
  ofAuthor(authorId: number): Promise<HeldDoc[]> {
    const since = new Date(this.deps.clock.now().getTime() - REJECTED_SHOWN_DAYS * DAY_MS)
    return this.deps.db.held
      .find(
        { authorId, $or: [{ status: 'pending' }, { status: 'rejected', decidedAt: { $gte: since } }] },
        { sort: { createdAt: -1 } },
      )
      .toArray()
  }

  /**
   * Changes a text that waits.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` once it was decided, `CONTENT_BLOCKED`, `MUTED`, `VALIDATION_FAILED`
   */
  async update(
    { actor }: Viewer,
    id: number,
    given: { title?: string | undefined; content?: string | undefined },
  ) {
    const before = await this.heldOf(actor.id, id)
    if (before.boardId === null ? actor.isMuted : isMutedIn(actor, before.boardId))
      throw new ForumError('MUTED')
    if (before.kind === 'message' && countCharacters(given.content ?? '') > MESSAGE_MAX)
      throw refusedField('content', 'too_long_message')
    const screened = await this.deps.words.screen(given)
    const { title, content } = screened.unblocked()
    // A reply has no title, and an edit changes what it changed before.
    const texts = {
      ...(title === undefined || before.title === null ? {} : { title }),
      ...(content === undefined || before.content === null ? {} : { content }),
    }
    const reasons = new Set<HeldReason>([
      ...(screened.mustWait ? (['word'] as const) : []),
      ...before.reasons,
    ])
    const changed = await this.change({ _id: id, status: 'pending' }, { ...texts, reasons: [...reasons] })
    if (!changed) throw new ForumError('CONFLICT')
    return changed
  }

  /** Puts an edit in the place of one of the same post that waits; returns null if none does. */
  private async replaceEdit(given: Omit<NewHeld, 'key'>): Promise<HeldDoc | null> {
    const { authorId, subjectId } = given
    const waiting = { authorId, kind: 'edit', subjectId, status: 'pending' } as const
    const before = await this.deps.db.held.findOne(waiting)
    if (!before) return null
    const left = OPTIONAL_IN_EDITS.filter((field) => !(field in given))
    const changed = await this.change(
      { ...waiting, _id: before._id, version: before.version },
      given,
      Object.fromEntries(left.map((field) => [field, '' as const])),
    )
    // It was decided, or replaced by another edit.
    if (!changed) return this.replaceEdit(given)
    await this.keepFiles(changed)
    const { claim, fileIds } = before
    await this.giveBackFiles({ claim, fileIds: fileIds.filter((id) => !changed.fileIds.includes(id)) })
    return changed
  }

  private async change(
    filter: object,
    given: Partial<HeldDoc>,
    $unset: Partial<Record<(typeof OPTIONAL_IN_EDITS)[number], ''>> = {},
  ): Promise<HeldDoc | null> {
    const changed = await this.deps.db.held.findOneAndUpdate(
      filter,
      { $set: given, $unset, $inc: { version: 1 } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (changed) await this.publish(changed)
    return changed
  }

  /**
   * Withdraws a text that waits, or forgets one that was rejected. Its call remains known, so that a late repeat does
   * not send it again.
   *
   * @throws ForumError `NOT_FOUND`, `CONFLICT` if it was approved
   */
  async withdraw({ actor }: Viewer, id: number): Promise<void> {
    const before = await this.heldOf(actor.id, id)
    const withdrawn = await this.deps.db.held.findOneAndUpdate(
      { _id: id, status: { $in: ['pending', 'rejected'] } },
      {
        $set: {
          status: 'withdrawn',
          title: null,
          content: null,
          note: null,
          decidedAt: this.deps.clock.now(),
        },
        $unset: { poll: 1, attachments: 1, editNote: 1 },
        $inc: { version: 1 },
      },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!withdrawn) throw new ForumError('CONFLICT')
    await this.giveBackFiles(before)
    await this.publish(withdrawn)
  }

  /** Keeps the files of a text that waits, and shows them to those alone who see it. */
  private async keepFiles({ claim, fileIds }: Pick<HeldDoc, 'claim' | 'fileIds'>): Promise<void> {
    if (claim !== null) await this.deps.attachments.keep(fileIds, claim)
  }

  /**
   * Lets the author attach the files of a rejected text elsewhere, but keeps them for as long as the rejection can be
   * taken back.
   */
  async releaseFiles({ claim, fileIds }: HeldDoc): Promise<void> {
    if (claim !== null) await this.deps.attachments.release(fileIds, claim)
  }

  /**
   * Claims the files of a rejected text again.
   *
   * @throws ForumError `NOT_FOUND` if the author has attached one of them elsewhere
   */
  async reclaimFiles({ authorId, claim, fileIds }: HeldDoc): Promise<void> {
    if (claim !== null) await this.deps.attachments.claim(fileIds, authorId, claim)
    await this.keepFiles({ claim, fileIds })
  }

  /** Shows the files of an approved text to its readers, once it is published. */
  async showFiles({ claim, fileIds }: HeldDoc): Promise<void> {
    if (claim !== null) await this.deps.attachments.show(fileIds, claim)
  }

  /** Returns true if an actor decides on the text that a file waits with. */
  async isShownFile(fileId: number, actor: Actor): Promise<boolean> {
    const held = await this.deps.db.held.findOne({ fileIds: fileId, status: 'pending' })
    return held !== null && mayDecideHeld(actor, held) === 'allowed'
  }

  /** Returns the files of a text that will not be published to its author. */
  async giveBackFiles({ claim, fileIds }: Pick<HeldDoc, 'claim' | 'fileIds'>): Promise<void> {
    if (claim !== null) await this.deps.attachments.giveBack(fileIds, claim)
  }

  private async heldOf(authorId: number, id: number): Promise<HeldDoc> {
    const found = await this.deps.db.held.findOne({ _id: id, authorId, status: { $ne: 'withdrawn' } })
    if (!found) throw new ForumError('NOT_FOUND')
    return found
  }

  /** Tells the author of a text, and those who decide on it, that it has changed; their pages then read it again. */
  async publish({ _id, kind, status, threadId, boardId, authorId }: HeldDoc): Promise<void> {
    const { publisher, boards, onFailure } = this.deps
    if (!publisher.isActive) return
    try {
      const isOfAuthor =
        boardId !== null && (await boards.wholeStructure()).moderatedBy(authorId).includes(boardId)
      const payload = { heldId: _id, kind, status, threadId }
      const envelope = publisher.newEnvelope()
      for (const audience of [
        audiences.user(authorId),
        audiences.moderation(),
        ...(boardId === null || isOfAuthor ? [] : [audiences.moderation(boardId)]),
      ]) {
        await publisher.publish(audience, 'held:changed', payload, envelope)
      }
    } catch (error) {
      onFailure(error)
    }
  }

  /** Removes what was decided or withdrawn long ago, and gives back the files of what stays rejected. */
  async prune(): Promise<void> {
    const { held } = this.deps.db
    const now = this.deps.clock.now().getTime()
    const final = new Date(now - UNDO_DAYS * DAY_MS)
    const rejected = { status: 'rejected', decidedAt: { $lt: final } } as const
    for (const one of await held.find({ ...rejected, 'fileIds.0': { $exists: true } }).toArray()) {
      await this.giveBackFiles(one)
      await held.updateOne({ ...rejected, _id: one._id }, { $set: { fileIds: [] } })
    }
    const before = new Date(now - HELD_KEPT_DAYS * DAY_MS)
    await held.deleteMany({
      status: { $in: ['approved', 'rejected', 'withdrawn'] },
      decidedAt: { $lt: before },
      'unfinished.0': { $exists: false },
    })
  }
}
