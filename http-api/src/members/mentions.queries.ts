import { MENTIONS_MAX } from '../platform/limits'
import { mentions } from '@forum/shared/markup'
import type { FormerNames } from './former-names.service'
import type { MemberDoc } from './members.model'
import type { Mention } from '../log'
import type { Collection } from '../platform/mongo/model'

/** Resolves the @names of a post to members, so that the post still refers to them when names change. */
export class Mentions {
  constructor(
    private readonly db: { members: Collection<MemberDoc> },
    private readonly former: Pick<FormerNames, 'ownersOf'>,
  ) {}

  /** Returns the members that a source mentions, in order, at most `MENTIONS_MAX`; unknown names are omitted. */
  async of(source: string): Promise<Mention[]> {
    if (!source.includes('@')) return []
    const names = mentions(source).slice(0, MENTIONS_MAX)
    if (names.length === 0) return []
    const found = await this.db.members
      .find(
        { usernameLower: { $in: names }, status: { $ne: 'deleted' } },
        { projection: { usernameLower: 1 } },
      )
      .toArray()
    const byName = new Map(found.map((member) => [member.usernameLower, member._id]))
    const byFormerName = await this.former.ownersOf(names.filter((name) => !byName.has(name)))
    return names.flatMap((username) => {
      const id = byName.get(username) ?? byFormerName.get(username)
      return id === undefined ? [] : [{ id, username }]
    })
  }
}
