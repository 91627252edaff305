import { audiences } from '@forum/shared/events'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Viewer } from '../platform/http/viewer'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { BoardDoc } from './boards.model'
import { BoardQueries } from './boards.queries'
import { BoardService } from './boards.service'
import type { CategoriesDoc } from './categories.model'
import { CategoryService } from './categories.service'
import { LastThreads } from './last-threads.consumer'

interface BoardsNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache'>
  members: Pick<MembersArea, 'boardModerators'>
  record: Pick<RecordArea, 'log'>
}

/** The tree of boards, its administration, and each board's last thread. */
export function createBoards(ground: Ground<BoardsDb>, { log, members, record }: BoardsNeeds) {
  const { db, clock, ids, publisher, copies, onFailure } = ground
  const { freshness } = log
  const queries = new BoardQueries(db, clock, freshness)
  members.boardModerators.by(async () => [
    ...new Set((await queries.structure()).boards.flatMap(({ moderatorIds }) => moderatorIds)),
  ])
  // Sessions know when a password was typed, and keep what their members may moderate.
  const requireFreshPassword = new Provided<[viewer: Viewer], Promise<void>>('fresh passwords')
  const onRightsChanged = new Provided<[userIds: readonly number[]], Promise<void>>('rights of open sessions')
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
    services: { queries, service, categories, lastThreads, requireFreshPassword, onRightsChanged },
    consumers: [lastThreads],
    personal: [
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
    categories: Collection<CategoriesDoc>
    members: Collection<MemberDoc>
  }
