import { includesRole, type BoardRights } from '@forum/shared/policies'
import type { MemberDoc } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import type { Collection } from '../platform/mongo/model'
import { STRANGER } from './access'
import type { BoardQueries } from './boards.queries'
import type { AdmittedMember } from './groups.model'
import type { Groups } from './groups.service'

const FIELDS = { role: 1, groupIds: 1, joinedAt: 1, postCount: 1, 'secondFactor.since': 1, passkeys: 1 }
/** What decides about the rights of a member. */
export type ReadMember = AdmittedMember & Pick<MemberDoc, 'passkeys'> & { secondFactor?: { since: Date } }

/** Decides which boards members see: the only place where an account becomes rights in boards. */
export class Readers {
  private readonly members = new BatchedReads<number, ReadMember>(async (userIds) => {
    const found = await this.deps.db.members
      .find<ReadMember>({ _id: { $in: userIds }, status: 'active' }, { projection: FIELDS })
      .toArray()
    return new Map(found.map((member) => [member._id, member]))
  })

  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      boards: Pick<BoardQueries, 'wholeStructure'>
      groups: Pick<Groups, 'idsOf'>
      /** Returns true for staff who lack a second factor that the site requires. */
      lacksSecondFactor: (member: ReadMember) => boolean
    },
  ) {}

  /**
   * Returns what a member may not do in which boards.
   *
   * @param duties the role and the boards that the member has; none by default for staff who lack a second factor that
   * the site requires
   */
  async rightsOf(
    member: ReadMember,
    duties?: { role: MemberDoc['role']; moderatedBoardIds: readonly number[] },
  ): Promise<BoardRights> {
    const tree = await this.deps.boards.wholeStructure()
    const isLacking = this.deps.lacksSecondFactor(member)
    const groupIds = tree.dependsOnGroups ? await this.deps.groups.idsOf(member) : []
    return tree.rightsOf({
      isMember: true,
      isStaff: includesRole(duties?.role ?? (isLacking ? 'user' : member.role), 'moderator'),
      moderatedBoardIds: duties?.moderatedBoardIds ?? (isLacking ? [] : tree.moderatedBy(member._id)),
      groupIds,
    })
  }

  /** Returns the rights of members by their ids; those of a closed account are a stranger's. */
  async rightsOfAll(userIds: readonly number[]): Promise<(userId: number) => BoardRights> {
    const tree = await this.deps.boards.wholeStructure()
    const closed = tree.rightsOf(STRANGER)
    // Where everyone sees everything, nobody has to be looked up.
    if (tree.accessKey === '' || userIds.length === 0) return () => closed
    const members = await this.members.getAll([...new Set(userIds)])
    const rights = new Map(
      await Promise.all([...members].map(async ([id, member]) => [id, await this.rightsOf(member)] as const)),
    )
    return (userId) => rights.get(userId) ?? closed
  }
}
