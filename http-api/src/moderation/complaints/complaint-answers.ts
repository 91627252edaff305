import { email } from '@forum/shared/contract'
import { COMPLAINT_MAILS } from '@forum/shared/bilingual'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import { COMPLAINT_ANSWER_DAYS } from '../../platform/limits'
import { isRefusedForGood, type Mail } from '../../accounts'
import type { CaseDoc } from '../cases/cases.model'

/** Mails the answer to a complaint once its case is settled. */
export class ComplaintAnswers {
  constructor(
    private readonly deps: {
      mail: Pick<Mail, 'deliver'> | null
      siteName: () => string
      siteUrl: () => string
      clock: Clock
    },
  ) {}

  /** Returns true if settling a complaint mails an answer; otherwise the moderator sees how to reach its author. */
  isMailed({ complaint }: Pick<CaseDoc, 'complaint'>): boolean {
    return this.deps.mail !== null && email.safeParse(complaint?.contact).success
  }

  /** Mails the answer. While the server cannot be reached it throws, so that the sweep tries again. */
  async send(settled: CaseDoc): Promise<void> {
    const { mail, siteName, siteUrl, clock } = this.deps
    const { complaint, settled: settlement, handledAt, status } = settled
    if (!mail || !complaint?.contact || !settlement || !handledAt || !this.isMailed(settled)) return
    if (clock.now().getTime() - handledAt.getTime() > COMPLAINT_ANSWER_DAYS * DAY_MS) return
    const { url, language } = complaint
    const text = COMPLAINT_MAILS[language]({
      site: siteName(),
      url,
      isUpheld: status === 'resolved',
      answer: settlement.answer ?? '',
    })
    try {
      // The same settlement is the same mail, should it be sent twice.
      const messageId = `<${settlement.key.replaceAll(/[^\w-]/g, '.')}@${new URL(siteUrl()).hostname}>`
      await mail.deliver({ to: complaint.contact, messageId, language, script: undefined, ...text })
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
    }
  }
}
