import type { MemberDoc } from '../../members'
import { findOverdue } from '../../platform/mongo/database-time'
import type { Collection } from '../../platform/mongo/model'
import type { CaseDoc } from '../cases/cases.model'
import type { Activities } from './activities.service'

/**
 * Adds the lines of registrations, changed profiles and reports to the feed. The account and the case say that their line is missing, in
 * the write that creates them, until the feed has it; so a process that dies in between loses none.
 */
export class UnlistedLines {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; cases: Collection<CaseDoc> }
      activities: Activities
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Adds the line of a registration; the next sweep repeats what fails. */
  async addRegistration(member: MemberDoc): Promise<void> {
    await this.listRegistration(member).catch(this.deps.onFailure)
  }

  /** Adds the line of the texts that a member has written about themselves; the next sweep repeats what fails. */
  async addProfile(member: MemberDoc): Promise<void> {
    await this.listProfile(member).catch(this.deps.onFailure)
  }

  /** Adds the lines of a case's reports that have none; the next sweep repeats what fails. */
  async addReports(of: CaseDoc): Promise<void> {
    await this.listReports(of).catch(this.deps.onFailure)
  }

  /** Adds what other processes left behind. */
  async sweep(now: Date): Promise<void> {
    const { db } = this.deps
    for (const member of await findOverdue(db.members, 'unlistedSince', now))
      await (member.unlistedTexts === undefined ? this.listRegistration(member) : this.listProfile(member))
    for (const found of await findOverdue(db.cases, 'unlistedSince', now)) await this.listReports(found)
  }

  private async listRegistration({ _id, joinedAt, username, displayName }: MemberDoc): Promise<void> {
    const { db, activities } = this.deps
    const text = `${username}\n${displayName}`
    const key = `register:${_id}`
    await activities.add([{ key, at: joinedAt, kind: 'register', actorId: _id, text, excerpt: '' }])
    await db.members.updateOne({ _id }, { $unset: { unlistedSince: 1 } })
  }

  private async listProfile({ _id, unlistedSince, unlistedTexts: text }: MemberDoc): Promise<void> {
    if (unlistedSince === undefined || text === undefined) return
    const { db, activities } = this.deps
    const key = `profile:${_id}:${unlistedSince.getTime()}`
    await activities.add([{ key, at: unlistedSince, kind: 'profile', actorId: _id, text }])
    await db.members.updateOne({ _id, unlistedSince }, { $unset: { unlistedSince: 1, unlistedTexts: 1 } })
  }

  private async listReports(of: CaseDoc): Promise<void> {
    const { db, activities } = this.deps
    const { _id, unlisted = [] } = of
    for (const report of of.reports) {
      if (unlisted.includes(report.id)) await activities.addReport(report, of)
    }
    await db.cases.updateOne({ _id }, { $pull: { unlisted: { $in: unlisted } } })
    await db.cases.updateOne({ _id, unlisted: { $size: 0 } }, { $unset: { unlisted: 1, unlistedSince: 1 } })
  }
}
