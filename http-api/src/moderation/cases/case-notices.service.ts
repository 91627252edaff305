import { REPORT_TEXTS } from '@forum/shared/bilingual'
import type { Collection } from '../../platform/mongo/model'
import type { AccountNotice } from '../../notices'
import { findOverdue } from '../../platform/mongo/database-time'
import type { CaseDoc } from './cases.model'

/**
 * Tells reporters that their report was handled. Each case says whether its reporters are still to be notified, so that
 * a process that dies in between loses nothing.
 */
export class CaseNotices {
  constructor(
    private readonly deps: {
      db: { cases: Collection<CaseDoc> }
      notify: (notice: AccountNotice) => Promise<void>
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Notifies the reporters of a settled case; the next sweep repeats what fails. */
  async notify(settled: CaseDoc): Promise<void> {
    await this.notifyNow(settled).catch(this.deps.onFailure)
  }

  /** Finishes what other processes left undone, or this one while the bus was away. */
  async sweep(now: Date): Promise<void> {
    for (const settled of await findOverdue(this.deps.db.cases, 'notifyingSince', now)) {
      await this.notifyNow(settled)
    }
  }

  private async notifyNow({ _id, status, settled, handledAt, reports }: CaseDoc): Promise<void> {
    const { db, notify } = this.deps
    if (!settled || !handledAt) return
    const text = status === 'dismissed' ? REPORT_TEXTS.dismissed : REPORT_TEXTS.resolved
    for (const { reporterId } of reports) {
      await notify({ id: `case:${settled.key}`, userId: reporterId, at: handledAt, text })
    }
    await db.cases.updateOne({ _id, 'settled.key': settled.key }, { $unset: { notifyingSince: 1 } })
  }
}
