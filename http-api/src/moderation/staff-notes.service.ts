import type { Clock } from '@forum/shared/clock'
import { DISCIPLINE_SHOWN } from '@forum/shared/limits'
import { mayReadDiscipline, type Actor } from '@forum/shared/policies'
import type { MemberQueries } from '../members'
import { authorize } from '../platform/http/authorize'
import { insertDurable } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import type { Collection } from '../platform/mongo/model'
import type { Viewer } from '../platform/http/viewer'
import type { StaffNoteDoc } from './staff-notes.model'

/** Notes of moderators about members. */
export class StaffNotes {
  constructor(
    private readonly deps: {
      db: { staffNotes: Collection<StaffNoteDoc> }
      members: MemberQueries
      ids: Ids
      clock: Clock
    },
  ) {}

  /**
   * Returns the notes about a member, the newest first.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async about({ actor }: Viewer, userId: number) {
    await this.authorize(actor, userId)
    const { db } = this.deps
    const notes = await db.staffNotes
      .find({ userId }, { sort: { at: -1, _id: -1 }, limit: DISCIPLINE_SHOWN })
      .toArray()
    return this.present(notes)
  }

  /**
   * Adds a note about a member.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async add({ actor }: Viewer, userId: number, text: string) {
    await this.authorize(actor, userId)
    const { db, ids, clock } = this.deps
    const note = { _id: await ids.next('staffNotes'), userId, authorId: actor.id, at: clock.now(), text }
    await insertDurable(db.staffNotes, note)
    return this.present([note])
  }

  private async authorize(actor: Actor, userId: number): Promise<void> {
    const { role } = await this.deps.members.byId(userId)
    authorize(mayReadDiscipline(actor, { id: userId, role }))
  }

  private async present(notes: readonly StaffNoteDoc[]) {
    const people = await this.deps.members.people(notes.map(({ authorId }) => authorId))
    return notes.map(({ _id: id, authorId, at, text }) => ({
      id,
      by: people.summary(authorId),
      at: at.toISOString(),
      text,
    }))
  }
}
