import { randomUUID } from 'node:crypto'
import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import {
  ACCOUNT_MAILS,
  securityNotice,
  type Bilingual,
  type Language,
  type SecurityChange,
} from '@forum/shared/bilingual'
import { NOT_DELETED, type MemberDoc, type SecurityWork } from '../members'
import type { Collection } from '../platform/mongo/model'
import type { InBackground } from '../platform/work/background-work'
import { finishNow } from '../platform/work/unfinished'
import { isRefusedForGood, type Mail } from './mail'

/** After this time a mail about a change is of no use. */
const MAILED_WITHIN_DAYS = 7

/** A notification of a member in the name of the forum. A repeated one with the same id adds nothing. */
export interface SecurityNotification {
  id: string
  userId: number
  at: Date
  text: Bilingual
}

/** Tells members that a way to sign in was added or removed, by a notification and by mail: it may not have been them. */
export class SecurityNotices {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      /** Null if mail is not configured. */
      mail: Mail | null
      site: { name: () => string; url: () => string }
      notify: (notification: SecurityNotification) => Promise<void>
      clock: Clock
      inBackground: InBackground
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Returns the work to tell a member of a change, to be written together with it. */
  work(change: SecurityChange, name: string, language: Language = 'zh'): SecurityWork {
    return { id: randomUUID(), kind: 'security_notice', since: this.deps.clock.now(), change, name, language }
  }

  /** Tells the member in the background; the sweep tries again until it was possible. */
  notifySoon(work: SecurityWork, memberId: number): void {
    const { db, inBackground, onFailure } = this.deps
    const carried = { carrier: db.members, _id: memberId, ids: [work.id] }
    inBackground(finishNow(carried, () => this.notify(work, memberId), onFailure))
  }

  async notify({ id, since, change, name, language }: SecurityWork, memberId: number): Promise<void> {
    const { db, mail, site, notify, clock } = this.deps
    const member = await db.members.findOne({ _id: memberId, ...NOT_DELETED })
    if (!member) return
    const text = securityNotice(change, name)
    await notify({ id, userId: memberId, at: since, text })
    const isTooLate = ageMs(clock, since.getTime()) > MAILED_WITHIN_DAYS * DAY_MS
    if (!mail || isTooLate || !member.emailVerifiedAt || member.emailBouncedAt) return
    const link = `${site.url()}/profile?tab=account`
    const account = { site: site.name(), username: member.username }
    try {
      const letter = ACCOUNT_MAILS[language].security({ ...account, what: text[language], link })
      await mail.deliver({ to: member.email, language, script: member.script, ...letter })
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
    }
  }
}
