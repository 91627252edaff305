import type { Author, UserSummary } from '@forum/shared/contract'
import type { Collections } from '../platform/database'
import type { MemberDoc } from './members.model'
import { presentAuthor, presentSummary } from './members.presenter'

/** The people of one answer, fetched together. */
export class People {
  constructor(private readonly byId: ReadonlyMap<number, MemberDoc>) {}

  author(id: number): Author {
    return presentAuthor(this.byId.get(id), id)
  }

  summary(id: number): UserSummary {
    return presentSummary(this.byId.get(id), id)
  }
}

export class MemberQueries {
  constructor(private readonly db: Pick<Collections, 'members'>) {}

  /** One batched lookup for all the people of an answer, never one a row. */
  async people(ids: Iterable<number>): Promise<People> {
    const wanted = [...new Set(ids)]
    const found =
      wanted.length === 0
        ? []
        : await this.db.members
            .find({ _id: { $in: wanted } }, { passwordHash: 0, email: 0, emailLower: 0 })
            .lean<MemberDoc[]>()
    return new People(new Map(found.map((member) => [member._id, member])))
  }
}
