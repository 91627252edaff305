import { HOUR_MS, type Clock } from '@forum/shared/clock'
import { ORPHAN_HOURS } from '@forum/shared/limits'
import { thumbnailName } from '../prepare-file'
import type { FileStore } from '../file-store'
import type { PlatformCollections } from '../../platform/mongo/database'
import { processName, acquireLease } from '../../platform/mongo/leases'
import type { Collection } from '../../platform/mongo/model'
import type { ThreadLogCollections } from '../../log'
import type { AttachmentDoc, Claim } from './attachments.model'
import { claimsInUse, type MessageReaders } from './claims-in-use.queries'

export const ATTACHMENT_SWEEP_INTERVAL_MS = 15 * 60_000
const LEASE_MS = 5 * 60_000
/** The claim of files that are being deleted; no post has this id. */
const NO_POST: Claim = 'post:0'
/** Number of files examined per sweep. */
const BATCH = 500

/** Deletes uploaded files that no post has claimed for a day, in one process at a time. */
export class AttachmentSweep {
  constructor(
    private readonly deps: {
      db: { attachments: Collection<AttachmentDoc> } & Pick<ThreadLogCollections, 'posts' | 'threads'> &
        Pick<PlatformCollections, 'leases'>
      messageReaders: MessageReaders
      store: FileStore
      clock: Clock
    },
  ) {}

  /** Runs one pass, unless another process is running one. */
  async once(): Promise<void> {
    const { db, clock } = this.deps
    const lease = { job: 'attachment-sweep', holder: processName(), ms: LEASE_MS }
    if (!(await acquireLease(db, clock, lease))) return
    const before = new Date(clock.now().getTime() - ORPHAN_HOURS * HOUR_MS)
    const old = await db.attachments
      .find({ isKept: false, createdAt: { $lt: before } }, { sort: { createdAt: 1 }, limit: BATCH })
      .toArray()
    const isWritten = await claimsInUse(
      this.deps,
      old.flatMap(({ claim }) => claim ?? []),
    )
    const isKept = ({ claim }: AttachmentDoc) => claim !== null && isWritten(claim)
    const kept = old.filter(isKept).map(({ _id }) => _id)
    await db.attachments.updateMany({ _id: { $in: kept } }, { $set: { isKept: true, isReleased: false } })
    // The post of a recent claim may be about to be written.
    const isClaimed = ({ claimedAt }: AttachmentDoc) => claimedAt !== undefined && claimedAt >= before
    for (const attachment of old) {
      if (!isKept(attachment) && !isClaimed(attachment)) await this.remove(attachment)
    }
  }

  /**
   * Marks the file as gone first, so that no post can claim it; after a crash, the next sweep finishes the deletion.
   */
  private async remove({ _id, claim, claimedAt, filename, thumbnails }: AttachmentDoc): Promise<void> {
    const { db, store } = this.deps
    const ours = await db.attachments.updateOne(
      { _id, claim, claimedAt: claimedAt ?? { $exists: false } },
      { $set: { claim: NO_POST, isReleased: false } },
    )
    if (ours.matchedCount === 0) return
    for (const size of thumbnails) await store.delete(thumbnailName(filename, size))
    await store.delete(filename)
    await db.attachments.deleteOne({ _id })
  }
}
