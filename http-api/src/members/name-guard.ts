import type { Freshness } from '../log'
import type { Collection } from '../platform/mongo/model'
import { NOT_DELETED } from './account-status'
import type { MemberDoc } from './members.model'
import { keysOfName, nameKeys as keysOf, readsLikeStaff } from './name-keys'

const BATCH = 500

/**
 * Decides which names would let a member pass for another (docs/limits.md#reserved-names): names that read like staff,
 * usernames of others, and display names of staff and of members with posts, each with its look-alikes.
 */
export class NameGuard {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      freshness: Freshness
      /** Returns the members who moderate boards. */
      boardModerators: () => Promise<readonly number[]>
    },
  ) {}

  /** Returns the rule that a display name violates: `reserved` for staff, `taken` for a name of another; null if none. */
  async problemOf(
    displayName: string,
    { id, isStaff }: { id: number | null; isStaff: boolean },
  ): Promise<'reserved' | 'taken' | null> {
    if (displayName === '') return null
    if (!isStaff && (await readsLikeStaff(displayName))) return 'reserved'
    const { usernames, displayNames } = keysOfName(await keysOf(displayName))
    const found = await this.find(id, [{ nameKeys: { $in: usernames } }, ...(await this.inUse(displayNames))])
    return found ? 'taken' : null
  }

  /** Returns true if a name reads like staff, look-alikes included. */
  readsLikeStaff(name: string): Promise<boolean> {
    return readsLikeStaff(name)
  }

  /**
   * Returns true if a new username looks like a username or a display name of staff or of a member with posts, other
   * than its new owner.
   */
  async isUsernameAlike(username: string, id: number | null = null): Promise<boolean> {
    const { usernames, displayNames } = keysOfName(await keysOf(username))
    const found = await this.find(id, await this.inUse([...usernames, ...displayNames]))
    // The same username is refused as taken.
    return found !== null && found.usernameLower !== username.toLowerCase()
  }

  /** Marks the members whose names look like the username or the display name of one who becomes staff. */
  async markThoseLike({ _id, nameKeys = [] }: MemberDoc): Promise<void> {
    const keys = keysOfName(nameKeys.map((key) => key.slice(key.indexOf(' ') + 1))).displayNames
    const { db, freshness } = this.deps
    const alike = await db.members
      .find<Pick<MemberDoc, '_id'>>(
        { _id: { $ne: _id }, nameKeys: { $in: keys } },
        { projection: { _id: 1 } },
      )
      .toArray()
    const ids = alike.map((member) => member._id)
    await db.members.updateMany({ _id: { $in: ids }, ...NOT_DELETED }, { $set: { hasAlikeName: true } })
    for (const id of ids) freshness.emit('memberChanged', id)
  }

  /** Marks the members of an import whose display names read like staff or look like another's name. */
  async markImported(): Promise<void> {
    const { members } = this.deps.db
    const projection = { displayName: 1, nameKeys: 1, role: 1 }
    const owners = new Map<string, number>()
    const add = (key: string) => owners.set(key, (owners.get(key) ?? 0) + 1)
    for await (const { nameKeys = [] } of members.find({}, { projection })) {
      for (const key of new Set(nameKeys.map((one) => one.slice(one.indexOf(' ') + 1)))) add(key)
    }
    let marked: number[] = []
    const write = async () => {
      await members.updateMany({ _id: { $in: marked }, ...NOT_DELETED }, { $set: { hasAlikeName: true } })
      marked = []
    }
    for await (const { _id, displayName, role } of members.find(
      { displayName: { $ne: '' } },
      { projection },
    )) {
      const isShared = (await keysOf(displayName)).some((key) => (owners.get(key) ?? 0) > 1)
      if (isShared || (role === 'user' && (await readsLikeStaff(displayName)))) marked.push(_id)
      if (marked.length === BATCH) await write()
    }
    await write()
  }

  /** The conditions of a name in use: by staff, or by a member with posts. */
  private async inUse(keys: readonly string[]) {
    const nameKeys = { $in: [...keys] }
    const moderators = await this.deps.boardModerators()
    return [
      { nameKeys, postCount: { $gt: 0 } },
      { nameKeys, role: { $ne: 'user' as const } },
      { nameKeys, _id: { $in: [...moderators] } },
    ]
  }

  private find(id: number | null, $or: object[]) {
    return this.deps.db.members.findOne<Pick<MemberDoc, '_id' | 'usernameLower'>>(
      { $or, ...(id === null ? {} : { _id: { $ne: id } }), status: { $ne: 'deleted' } },
      { projection: { usernameLower: 1 } },
    )
  }
}
