import type { BoardQueries } from '../boards'
import { presentSummary, type MemberDoc } from '../members'
import type { ResponseCache } from '../platform/http/response-cache'
import type { Reader } from '../platform/http/viewer'
import { ResponseBody } from '../platform/http/response-body'
import type { Collection } from '../platform/mongo/model'

/** Maximum staleness of the numbers, which are the same for all readers who see the same boards. */
const MAX_AGE_MS = 5_000

/** The numbers of the whole forum. */
export class StatsQueries {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      boards: BoardQueries
      cache: ResponseCache
      /** Returns how many people are online; null if no process can know it. */
      countOnline: (() => Promise<{ online: number }>) | null
    },
  ) {}

  async body({ as }: Reader): Promise<ResponseBody> {
    const version = await this.deps.boards.visibility()
    const { body } = await this.deps.cache.get(
      { kind: 'stats', key: as.boards.key, required: version, maxAgeMs: MAX_AGE_MS },
      async () => ({ version, body: ResponseBody.of(await this.read({ as })) }),
    )
    return body
  }

  private async read(reader: Pick<Reader, 'as'>) {
    const { db, boards, countOnline } = this.deps
    const [users, newest, tree, online] = await Promise.all([
      // From an index alone. The number in the collection's metadata includes deleted accounts, and is wrong after a crash.
      db.members.countDocuments({ status: { $in: ['active', 'inactive', 'banned'] } }),
      db.members.findOne({ status: 'active' }, { sort: { joinedAt: -1, _id: -1 } }),
      boards.tree(reader),
      // Redis may be unavailable, in which case the other numbers are still right.
      countOnline?.().then(
        (count) => count.online,
        () => 0,
      ) ?? 0,
    ])
    const sum = (of: 'threadCount' | 'postCount') =>
      Math.max(
        0,
        tree.boards.reduce((total, board) => total + board[of], 0),
      )
    return {
      users,
      threads: sum('threadCount'),
      posts: sum('postCount'),
      online,
      newestUser: newest && presentSummary(newest, newest._id),
    }
  }
}
