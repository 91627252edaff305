import { audiences } from '@forum/shared/events'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Viewer } from '../platform/http/viewer'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import { boardLevelFields, type BoardLevelsDoc } from './board-levels.model'
import { BoardLevels } from './board-levels.service'
import type { BoardDoc } from './boards.model'
import { BoardQueries } from './boards.queries'
import { BoardService } from './boards.service'
import type { CategoriesDoc } from './categories.model'
import { CategoryService } from './categories.service'
import { groupRequestFields, type GroupRequestDoc, type GroupsDoc } from './groups.model'
import { groupRoutes } from './groups.routes'
import { Groups } from './groups.service'
import { LastThreads } from './last-threads.consumer'
import { Readers, type ReadMember } from './readers'

interface BoardsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache'>
  members: Pick<MembersArea, 'boardModerators' | 'openBoards' | 'queries'>
  record: Pick<RecordArea, 'log'>
}

/** The tree of boards, its administration, and each board's last thread. */
export function createBoards(ground: Ground<BoardsDb>, { log, members, record }: BoardsNeeds) {
  const { db, clock, ids, publisher, copies, onFailure } = ground
  const { freshness } = log
  const queries = new BoardQueries(db, clock, freshness)
  members.boardModerators.by(async () => [
    ...new Set((await queries.wholeStructure()).boards.flatMap(({ moderatorIds }) => moderatorIds)),
  ])
  members.openBoards.by(async () => (await queries.wholeStructure()).openBoards)
  // Sessions know when a password was typed, and keep what their members may moderate.
  const requireFreshPassword = new Provided<[viewer: Viewer], Promise<void>>('fresh passwords')
  const onRightsChanged = new Provided<[userIds: readonly number[]], Promise<void>>('rights of open sessions')
  const onAccessChanged = () => publisher.publish(audiences.everyone(), 'boards:changed', { access: true })
  const groups = new Groups({
    db,
    members: members.queries,
    freshness,
    log: record.log,
    clock,
    copies,
    onRightsChanged: onRightsChanged.call,
    onAccessChanged,
    onFailure: onFailure('groups'),
  })
  const lacksSecondFactor = new Provided<[member: ReadMember], boolean>('staff without a second factor')
  const readers = new Readers({ db, boards: queries, groups, lacksSecondFactor: lacksSecondFactor.call })
  const levels = new BoardLevels({
    db,
    boards: queries,
    freshness,
    publisher,
    onFailure: onFailure('levels of boards'),
  })
  const categories = new CategoryService({
    db,
    log: record.log,
    publisher,
    clock,
    copies,
    onFailure: onFailure('categories'),
  })
  const lastThreads = new LastThreads(db, categories, log.threadCache, freshness, () => {
    void publisher.publish(audiences.everyone(), 'boards:changed', {}).catch(onFailure('boards'))
  })
  const service = new BoardService({
    db,
    boards: queries,
    categories,
    groups,
    freshness,
    ids,
    publisher,
    clock,
    log: record.log,
    requireFreshPassword: requireFreshPassword.call,
    onRightsChanged: onRightsChanged.call,
    onFailure: onFailure('boards'),
  })
  return {
    services: {
      queries,
      readers,
      levels,
      service,
      categories,
      lastThreads,
      lacksSecondFactor,
      requireFreshPassword,
      onRightsChanged,
    },
    routes: groupRoutes(groups),
    consumers: [lastThreads],
    personal: [
      dataFrom('group-requests', db.groupRequests, {
        fields: groupRequestFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.groupRequests.deleteMany({ userId }),
      }),
      dataFrom('board-levels', db.boardLevels, {
        fields: boardLevelFields,
        of: (userId) => ({ _id: userId }),
        stages: (_, hiddenBoardIds) => [
          {
            $set: {
              followed: { $setDifference: ['$followed', hiddenBoardIds] },
              hidden: { $setDifference: ['$hidden', hiddenBoardIds] },
            },
          },
        ],
        erase: (userId) => db.boardLevels.deleteOne({ _id: userId }),
      }),
      {
        name: 'moderated-boards',
        rows: (userId: number) => db.boards.find({ moderatorIds: userId }, { projection: { nameZh: 1 } }),
        erase: async (userId: number) => {
          await db.boards.updateMany(
            { moderatorIds: userId },
            { $pull: { moderatorIds: userId }, $inc: { revision: 1 } },
          )
          freshness.emit('boardTreeChanged')
        },
      },
    ],
  }
}
export type BoardsArea = ReturnType<typeof createBoards>['services']
type BoardsDb = ThreadLogCollections &
  PlatformCollections & {
    boards: Collection<BoardDoc>
    boardLevels: Collection<BoardLevelsDoc>
    categories: Collection<CategoriesDoc>
    groups: Collection<GroupsDoc>
    groupRequests: Collection<GroupRequestDoc>
    members: Collection<MemberDoc>
  }
