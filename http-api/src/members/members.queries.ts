import type { Author, UserSummary } from '@forum/shared/contract'
import type { Model } from 'mongoose'
import type { MemberDoc } from './members.model'
import { presentAuthor, presentSummary } from './members.presenter'

/** The members that one response mentions, fetched together. */
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
  constructor(private readonly db: { members: Model<MemberDoc> }) {}

  /** Looks up all members that a response mentions at once, never one per row. */
  async people(ids: Iterable<number>): Promise<People> {
    const wanted = [...new Set(ids)]
    const found =
      wanted.length === 0
        ? []
        : await this.db.members
            .find({ _id: { $in: wanted } }, { passwordHash: 0, email: 0, emailLower: 0, marks: 0 })
            .lean<MemberDoc[]>()
    return new People(new Map(found.map((member) => [member._id, member])))
  }
}
