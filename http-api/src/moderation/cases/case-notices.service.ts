import { REPORT_TEXTS } from '@forum/shared/bilingual'
import type { Collection } from '../../platform/mongo/model'
import type { AccountNotice } from '../../notices'
import { finishNow } from '../../platform/work/unfinished'
import type { CaseDoc, CaseNoticeWork } from './cases.model'

/** Returns the id of the work to notify of a settlement, within its case. */
export const noticeOf = (settlement: string): string => `notice:${settlement}`

/** Notifies reporters that their report was handled, and answers complaints. */
export class CaseNotices {
  constructor(
    private readonly deps: {
      db: { cases: Collection<CaseDoc> }
      notify: (notice: AccountNotice) => Promise<void>
      /** Mails the answer to a complaint. */
      answer: (settled: CaseDoc) => Promise<void>
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Notifies the reporters of a settled case; the next sweep repeats what fails. */
  async notify(settled: CaseDoc): Promise<void> {
    const { db, onFailure } = this.deps
    const ids = [noticeOf(settled.settled?.key ?? '')]
    await finishNow({ carrier: db.cases, _id: settled._id, ids }, () => this.notifyNow(settled), onFailure)
  }

  /** Notifies the reporters of a case, unless it has been opened again since its settlement. */
  async finish({ settlement }: CaseNoticeWork, caseId: number): Promise<void> {
    const found = await this.deps.db.cases.findOne({ _id: caseId, 'settled.key': settlement })
    if (found) await this.notifyNow(found)
  }

  private async notifyNow(found: CaseDoc): Promise<void> {
    const { kind, status, settled, handledAt, reports } = found
    if (kind === 'complaint') return this.deps.answer(found)
    if (!settled || !handledAt) return
    const text = status === 'dismissed' ? REPORT_TEXTS.dismissed : REPORT_TEXTS.resolved
    for (const { reporterId } of reports) {
      await this.deps.notify({ id: `case:${settled.key}`, userId: reporterId, at: handledAt, text })
    }
  }
}
