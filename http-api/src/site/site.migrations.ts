import type { BoardDoc } from '../boards'
import type { Collection } from '../platform/mongo/model'
import type { Migration } from '../platform/mongo/migrations'
import { CURRENT } from '../platform/mongo/revised-document'
import { UNCHANGED, type SettingsDoc } from './settings.model'
import { DRAWN_SEAL } from './site-files'

/** The board for feedback in the default tree. */
const FEEDBACK = { _id: 3, nameZh: '意见反馈', deletedAt: null }

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
