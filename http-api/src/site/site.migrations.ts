import type { Clock } from '@forum/shared/clock'
import type { BoardDoc } from '../boards'
import type { Collection } from '../platform/mongo/model'
import type { Migration } from '../platform/mongo/migrations'
import { CURRENT } from '../record'
import { SYSTEM } from '../record'
import type { AnnouncementDoc } from './announcement.model'
import { UNCHANGED, type SettingsDoc } from './settings.model'
import { DRAWN_SEAL } from './site-files'

/** The board for feedback in the default tree. */
const FEEDBACK = { _id: 3, nameZh: '意见反馈', deletedAt: null }

/** The announcement of the default tree, in which board 3 takes feedback. */
export const DEFAULT_ANNOUNCEMENT =
  '意见和建议请到[url=/boards/3]【意见反馈】[/url]版（3 号版）发帖；每周日凌晨 2:00–4:00（美东时间）例行维护，届时可能无法访问。'

/** Keeps what forums with the default tree announced before an admin wrote anything. */
export const announcementMigration = (
  { announcements, boards }: Pick<SiteDb, 'boards'> & { announcements: Collection<AnnouncementDoc> },
  clock: Clock,
): Migration => ({
  id: 52,
  name: 'keep the announcement of the default tree',
  async run() {
    if ((await boards.findOne(FEEDBACK)) === null) return
    await announcements.updateOne(
      { _id: CURRENT },
      {
        $setOnInsert: { text: DEFAULT_ANNOUNCEMENT, until: null, updatedAt: clock.now(), updatedBy: SYSTEM },
      },
      { upsert: true },
    )
  },
})

interface SiteDb {
  siteSettings: Collection<SettingsDoc>
  boards: Collection<BoardDoc>
}

/** Keeps the seal and the board for feedback that every forum showed before admins could choose both. */
export const identityMigration = ({ siteSettings, boards }: SiteDb): Migration => ({
  id: 50,
  name: 'keep the seal and the board for feedback',
  async run() {
    if ((await boards.findOne({})) === null) return
    const identity = {
      seal: DRAWN_SEAL,
      ...((await boards.findOne(FEEDBACK)) === null ? {} : { feedbackBoardId: FEEDBACK._id }),
    }
    const { matchedCount } = await siteSettings.updateOne({ _id: CURRENT }, [
      {
        $set: { identity: { $mergeObjects: [identity, '$identity'] }, revision: { $add: ['$revision', 1] } },
      },
    ])
    if (matchedCount > 0) return
    await siteSettings.insertOne({ _id: CURRENT, ...UNCHANGED, revision: 1, identity })
  },
})
