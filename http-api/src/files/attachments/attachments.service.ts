import { createHash } from 'node:crypto'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Attachment } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { DAILY_UPLOADS_MAX_BYTES } from '../../platform/limits'
import { uploadProblem, type UploadRules } from '@forum/shared/uploads'
import { mayUpload } from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import { prepareFile, thumbnailName, type PreparedFile } from '../prepare-file'
import type { FileStore } from '../file-store'
import { authorize } from '../../platform/http/authorize'
import { isRefusal } from '../../platform/refusals'
import { insertDurable, violatedKey } from '../../platform/mongo/database'
import type { Idempotency } from '../../platform/mongo/idempotency'
import type { Ids } from '../../platform/mongo/ids'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import type { PostAttachment, ThreadLogCollections } from '../../log'
import type { Words } from '../../words'
import type { AttachmentDoc, Claim } from './attachments.model'
import { claimsInUse, type MessageReaders } from './claims-in-use.queries'
import { presentAttachment } from './attachments.presenter'

const HOUR_SECONDS = 60 * 60

const tooMuchToday = () =>
  new ForumError('TOO_MANY_REQUESTS', {
    retryAfterSeconds: HOUR_SECONDS,
    detail: REFUSALS.uploadedTooMuch,
  })

export interface AttachmentServiceDeps {
  db: { attachments: Collection<AttachmentDoc> } & Pick<ThreadLogCollections, 'posts' | 'threads'>
  messageReaders: MessageReaders
  store: FileStore
  words: Words
  ids: Ids
  idempotency: Idempotency
  clock: Clock
  /** Returns the rules for uploads that are in force. */
  uploadRules: () => UploadRules
}

/** Manages uploaded files: each is unclaimed at first, then claimed by the post or message it is sent with. */
export class AttachmentService {
  constructor(private readonly deps: AttachmentServiceDeps) {}

  /**
   * Keeps an uploaded file until a post claims it. A repeat under the same key returns the file of the first request.
   *
   * @throws ForumError `MUTED`, `CONTENT_BLOCKED` for its name, `TOO_MANY_REQUESTS`, `PAYLOAD_TOO_LARGE`,
   *   `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED` for a broken or too large picture
   */
  upload(
    viewer: Viewer,
    file: { name: string; bytes: Uint8Array },
    key?: string,
  ): Promise<{ attachment: Attachment; isFirstFrameOnly: boolean }> {
    const { ids, idempotency } = this.deps
    authorize(mayUpload(viewer.actor))
    const userId = viewer.actor.id
    const body = { name: file.name, hash: createHash('sha256').update(file.bytes).digest('base64url') }
    return idempotency.run(
      { userId, key, name: 'createAttachment', body },
      () => ids.next('attachments'),
      (reservation) => this.store(userId, file, reservation?.resourceId),
    )
  }

  /** Stores a file, under the id of an earlier request for the same if there was one. */
  private async store(
    ownerId: number,
    file: { name: string; bytes: Uint8Array },
    reservedId: number | undefined,
  ): Promise<{ attachment: Attachment; isFirstFrameOnly: boolean }> {
    const { db, words, ids, clock } = this.deps
    const earlier = reservedId === undefined ? null : await db.attachments.findOne({ _id: reservedId })
    // Before the costly decoding: most uploads beyond the limit come one after another.
    const isTooMuch =
      earlier === null && (await this.storedToday(ownerId)) + file.bytes.length > DAILY_UPLOADS_MAX_BYTES
    if (isTooMuch) throw tooMuchToday()
    const { name } = (await words.screen({ name: file.name })).allowed()
    const prepared = await prepareFile({ ...file, name })
    const problem =
      earlier === null &&
      uploadProblem(this.deps.uploadRules(), { type: prepared.type, bytes: file.bytes.length })
    if (problem === 'size') throw new ForumError('PAYLOAD_TOO_LARGE', { detail: REFUSALS.uploadIsTooLarge })
    if (problem === 'kind')
      throw new ForumError('UNSUPPORTED_MEDIA_TYPE', { detail: REFUSALS.uploadOfOtherKind })
    const attachment: AttachmentDoc = earlier ?? {
      _id: reservedId ?? (await ids.next('attachments')),
      ...factsOf(prepared),
      ownerId,
      createdAt: clock.now(),
      claim: null,
      isReleased: false,
      isKept: false,
    }
    // The document is written before the files, so that a sweep finds them by name if a later step fails.
    const stored = earlier ?? (await this.insert(attachment))
    // Counted again with the document: of several uploads at once, the last one inserted sees all others.
    if (
      stored === attachment &&
      earlier === null &&
      (await this.storedToday(ownerId)) > DAILY_UPLOADS_MAX_BYTES
    ) {
      await db.attachments.deleteOne({ _id: attachment._id })
      throw tooMuchToday()
    }
    // A repeat writes the same bytes again, since the first request may have ended before it wrote them.
    await this.put({ ...prepared, name: stored.filename })
    return { attachment: presentAttachment(shownOf(stored)), isFirstFrameOnly: prepared.isFirstFrameOnly }
  }

  /** Inserts a file, and returns what is stored: that of a request under the same key if it was quicker. */
  private async insert(attachment: AttachmentDoc): Promise<AttachmentDoc> {
    const { attachments } = this.deps.db
    try {
      await insertDurable(attachments, attachment)
      return attachment
    } catch (error) {
      const stored = violatedKey(error) ? await attachments.findOne({ _id: attachment._id }) : null
      if (!stored) throw error
      return stored
    }
  }

  /**
   * Stores the file of a post that is about to be loaded, under a given id. A repeat returns what is stored.
   *
   * @throws ForumError `VALIDATION_FAILED` for a broken or too large picture
   */
  async load(past: {
    id: number
    ownerId: number
    claim: Claim
    createdAt: Date
    name: string
    bytes: Uint8Array
  }): Promise<PostAttachment> {
    const { db } = this.deps
    const existing = await db.attachments.findOne({ _id: past.id })
    if (existing) return shownOf(existing)
    const prepared = await prepareFile(past, 'taken')
    await this.put(prepared)
    const attachment: AttachmentDoc = {
      _id: past.id,
      ...factsOf(prepared),
      ownerId: past.ownerId,
      createdAt: past.createdAt,
      claim: past.claim,
      claimedAt: past.createdAt,
      isReleased: false,
      isKept: true,
    }
    await insertDurable(db.attachments, attachment)
    return shownOf(attachment)
  }

  private async put({ name, type, bytes, thumbnails }: PreparedFile): Promise<void> {
    const { store } = this.deps
    await store.put(name, { bytes, type })
    for (const { size, bytes: smaller } of thumbnails) {
      await store.put(thumbnailName(name, size), { bytes: smaller, type: 'image/webp' })
    }
  }

  /** Returns the bytes of a member's uploads of the last 24 hours. */
  private async storedToday(ownerId: number): Promise<number> {
    const since = new Date(this.deps.clock.now().getTime() - DAY_MS)
    const [today] = await this.deps.db.attachments
      .aggregate<{ bytes: number }>([
        { $match: { ownerId, createdAt: { $gte: since } } },
        { $group: { _id: null, bytes: { $sum: '$storedBytes' } } },
      ])
      .toArray()
    return today?.bytes ?? 0
  }

  /**
   * Claims a member's own files for a post that is about to be written. Claiming them again for the same post succeeds,
   * so that a retry does. A released file keeps its claim until another post claims it, so that a post keeps its files
   * when two attempts under one key wrote it and only one of them was refused.
   *
   * @throws ForumError `NOT_FOUND` if a file does not exist, or belongs to another member or another post
   */
  async claim(attachmentIds: readonly number[], ownerId: number, claim: Claim): Promise<PostAttachment[]> {
    if (attachmentIds.length === 0) return []
    const { attachments } = this.deps.db
    const wanted = [...new Set(attachmentIds)]
    const owned = { _id: { $in: wanted }, ownerId }
    // Whoever holds the post back hides them again.
    const take = {
      $set: { claim, claimedAt: this.deps.clock.now(), isReleased: false },
      $unset: { isHeld: 1, wasShown: 1 },
    } as const
    await attachments.updateMany({ ...owned, claim: { $in: [null, claim] } }, take)
    const claimedOrReleased = { ...owned, $or: [{ claim }, { isReleased: true }] }
    let found = await attachments.find(claimedOrReleased).toArray()
    const released = found.flatMap((attachment) =>
      attachment.claim === claim ? [] : (attachment.claim ?? []),
    )
    if (released.length > 0) {
      const unwritten = await this.unwrittenOf(released)
      const takeOver = { ...take, $set: { ...take.$set, isKept: false } }
      await attachments.updateMany({ ...owned, claim: { $in: unwritten }, isReleased: true }, takeOver)
      found = await attachments.find({ ...owned, claim }).toArray()
    }
    if (found.length < wanted.length) {
      await this.release(wanted, claim)
      throw new ForumError('NOT_FOUND')
    }
    const byId = new Map(found.map((attachment) => [attachment._id, shownOf(attachment)]))
    return wanted.flatMap((id) => byId.get(id) ?? [])
  }

  /** Writes what a member's files are claimed for; a refusal releases them. */
  async withClaimed<T>(
    { attachmentIds, ownerId, claim }: { attachmentIds: readonly number[]; ownerId: number; claim: Claim },
    write: (claimed: PostAttachment[]) => Promise<T>,
  ): Promise<T> {
    const claimed = await this.claim(attachmentIds, ownerId, claim)
    try {
      return await write(claimed)
    } catch (error) {
      if (isRefusal(error)) await this.release(attachmentIds, claim)
      throw error
    }
  }

  /** Releases files that were claimed for a post that was then refused. */
  async release(attachmentIds: readonly number[], claim: Claim): Promise<void> {
    await this.deps.db.attachments.updateMany(
      { _id: { $in: attachmentIds }, claim },
      { $set: { isReleased: true } },
    )
  }

  /** Keeps claimed files for a post that waits for approval, however long that takes. */
  async keep(attachmentIds: readonly number[], claim: Claim): Promise<void> {
    if (attachmentIds.length === 0) return
    const ofPost = { _id: { $in: attachmentIds }, claim }
    await this.deps.db.attachments.updateMany(ofPost, { $set: { isKept: true, isHeld: true } })
  }

  /** Shows the files of an approved post to its readers. */
  async show(attachmentIds: readonly number[], claim: Claim): Promise<void> {
    if (attachmentIds.length === 0) return
    const ofPost = { _id: { $in: attachmentIds }, claim }
    await this.deps.db.attachments.updateMany(ofPost, { $unset: { isHeld: 1 } })
  }

  /** Gives the files of a post that will not be written back to their owner, who has a day to attach them elsewhere. */
  async giveBack(attachmentIds: readonly number[], claim: Claim): Promise<void> {
    if (attachmentIds.length === 0) return
    await this.deps.db.attachments.updateMany(
      { _id: { $in: attachmentIds }, claim },
      { $set: { isReleased: true, isKept: false, claimedAt: this.deps.clock.now() } },
    )
  }

  /**
   * Frees files that their post does not have: until a sweep deletes them, their owner may attach them elsewhere.
   *
   * @param wasShown true if the post had them, so that its readers know where they are
   */
  async detach(attachmentIds: readonly number[], claim: Claim, { wasShown = false } = {}): Promise<void> {
    if (attachmentIds.length === 0) return
    await this.deps.db.attachments.updateMany(
      { _id: { $in: attachmentIds }, claim },
      {
        $set: { claim: null, isReleased: false, isKept: false, ...(wasShown && { wasShown }) },
        $unset: { claimedAt: 1, isHeld: 1 },
      },
    )
  }

  /** Returns the claims whose post, thread or message has not been written. */
  private async unwrittenOf(claims: readonly Claim[]): Promise<Claim[]> {
    const isWritten = await claimsInUse(this.deps, claims)
    return claims.filter((claim) => !isWritten(claim))
  }
}

/** Returns what a document says of its file. */
const factsOf = ({ name, originalName, type, bytes, width, height, thumbnails }: PreparedFile) => ({
  filename: name,
  originalName,
  fileSize: bytes.length,
  storedBytes: thumbnails.reduce((sum, thumbnail) => sum + thumbnail.bytes.length, bytes.length),
  mimeType: type,
  width,
  height,
  thumbnails: thumbnails.map(({ size }) => size),
})

const shownOf = ({ _id, ...attachment }: AttachmentDoc): PostAttachment => ({
  id: _id,
  filename: attachment.filename,
  originalName: attachment.originalName,
  fileSize: attachment.fileSize,
  mimeType: attachment.mimeType,
  width: attachment.width,
  height: attachment.height,
})
