import type { FirstHour } from '@forum/shared/contract'
import { mayAdminister } from '@forum/shared/policies'
import type { Collections } from '../../collections'
import { authorize } from '../../platform/http/authorize'
import type { Viewer } from '../../platform/http/viewer'

/** A forum with fewer threads than this is in its first hour. */
const YOUNG_THREADS = 20

/** Finds out which steps of a founder's first hour are done, from existing data: nothing is ticked by hand. */
export class FirstHourQueries {
  constructor(
    private readonly deps: {
      db: Pick<Collections, 'siteSettings' | 'sitePages' | 'boards' | 'invitations' | 'members'>
      hasMail: boolean
      lastBackup: () => Promise<Date | null>
    },
  ) {}

  /** @throws ForumError `FORBIDDEN` */
  async get({ actor }: Viewer): Promise<FirstHour> {
    authorize(mayAdminister(actor))
    const { db, hasMail, lastBackup } = this.deps
    const [settings, written, boards, invitation, members, backup] = await Promise.all([
      db.siteSettings.findOne({}),
      db.sitePages.findOne({}),
      db.boards.find({}, { projection: { threadCount: 1, rules: 1 } }).toArray(),
      db.invitations.findOne({ makesAdmin: { $exists: false } }),
      db.members.find({}, { projection: { _id: 1 }, limit: 2 }).toArray(),
      lastBackup(),
    ])
    const threads = boards.reduce((sum, { threadCount }) => sum + threadCount, 0)
    const hasRules = boards.some(({ rules }) => rules !== undefined && rules !== '')
    return {
      isYoung: threads < YOUNG_THREADS,
      steps: {
        name: settings !== null && settings.siteName !== null,
        boards: boards.length > 0,
        rules: hasRules || (written !== null && written.pages.length > 0),
        thread: threads > 0,
        invite: invitation !== null || members.length > 1,
        mail: hasMail,
        backup: backup !== null,
      },
    }
  }
}
