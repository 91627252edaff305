import { NOT_DELETED, type MemberDoc, type ProfileWork } from '../../members'
import type { Collection } from '../../platform/mongo/model'
import { finishNow, type Carrier } from '../../platform/work/unfinished'
import { SYSTEM } from '../../record'
import type { CaseDoc, ReportWork } from '../cases/cases.model'
import type { Activities } from './activities.service'

/**
 * Adds the lines of registrations, changed profiles and reports to the feed. The account and the case carry the work to
 * do so; the sweep repeats what fails.
 */
export class UnlistedLines {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; cases: Collection<CaseDoc> }
      activities: Activities
      onFailure: (error: unknown) => void
    },
  ) {}

  /** Adds the line of a registration. */
  addRegistration({ _id }: MemberDoc): Promise<void> {
    return this.add(this.deps.db.members, _id, 'registration', () => this.finishRegistration(_id))
  }

  /** Adds the line of the texts that a member has written about themselves. */
  addProfile(memberId: number, work: ProfileWork): Promise<void> {
    return this.add(this.deps.db.members, memberId, work.id, () => this.finishProfile(memberId, work))
  }

  /** Adds the lines of a case's reports that have none. */
  async addReports({ _id, unfinished = [] }: CaseDoc): Promise<void> {
    for (const work of unfinished) {
      if (work.kind !== 'report') continue
      await this.add(this.deps.db.cases, _id, work.id, () => this.finishReport(_id, work))
    }
  }

  private async add(carrier: Carrier, _id: number, id: string, finish: () => Promise<void>): Promise<void> {
    await finishNow({ carrier, _id, ids: [id] }, finish, this.deps.onFailure)
  }

  /** Adds the line of a registration, unless the account is deleted by now. */
  async finishRegistration(memberId: number): Promise<void> {
    const member = await this.findMember(memberId)
    if (!member) return
    const { _id, joinedAt: at, username, displayName } = member
    const text = `${username}\n${displayName}`
    await this.deps.activities.add([
      { key: `register:${_id}`, at, kind: 'register', actorId: _id, text, excerpt: '' },
    ])
  }

  /** Adds the line of texts of a profile, unless the account is deleted by now. */
  async finishProfile(actorId: number, { id, since: at, text }: ProfileWork): Promise<void> {
    if (!(await this.findMember(actorId))) return
    await this.deps.activities.add([{ key: `profile:${actorId}:${id}`, at, kind: 'profile', actorId, text }])
  }

  /** Adds the line of a report or a complaint. */
  async finishReport(caseId: number, { reportId }: ReportWork): Promise<void> {
    const of = await this.deps.db.cases.findOne({ _id: caseId })
    if (of?.kind === 'complaint') {
      // Nobody has an account who wrote it.
      const { _id, createdAt } = of
      const report = { id: `complaint ${_id}`, reporterId: SYSTEM, reason: '', createdAt }
      return this.deps.activities.addReport(report, of)
    }
    const report = of?.reports.find(({ id }) => id === reportId)
    if (of && report) await this.deps.activities.addReport(report, of)
  }

  private findMember(_id: number): Promise<MemberDoc | null> {
    return this.deps.db.members.findOne({ _id, ...NOT_DELETED })
  }
}
