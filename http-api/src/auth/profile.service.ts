import type { Api, BodyOf } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { isStaff } from '@forum/shared/policies'
import { looksLikeStaff } from '@forum/shared/text'
import type { Model } from 'mongoose'
import { namePartsOf, type MemberDoc, type MemberQueries } from '../members'
import { DURABLE } from '../platform/database'
import type { Viewer } from '../platform/viewer'
import type { Passwords } from './passwords'
import type { Sessions } from './sessions'

/** What members change of their own accounts. */
export class ProfileService {
  constructor(
    private readonly deps: {
      db: { members: Model<MemberDoc> }
      queries: MemberQueries
      sessions: Sessions
      passwords: Passwords
    },
  ) {}

  /**
   * Changes the fields that are given.
   *
   * @throws ForumError `VALIDATION_FAILED` for a name that reads like staff, and for a picture of somebody else
   */
  async change(viewer: Viewer, given: BodyOf<Api['updateProfile']>): Promise<MemberDoc> {
    const { displayName, signature, avatar, showOnline } = given
    const member = this.deps.sessions.accountOf(viewer)
    if (displayName !== undefined && !isStaff(viewer.actor) && looksLikeStaff(displayName)) {
      throw refused('displayName', 'reserved')
    }
    if (avatar !== undefined && avatar !== null && avatar !== member.avatar)
      throw refused('avatar', 'invalid')
    return this.set(member._id, {
      ...(displayName === undefined ? {} : { displayName, nameParts: namePartsOf(displayName) }),
      ...(signature === undefined ? {} : { signature }),
      ...(avatar === undefined ? {} : { avatar }),
      ...(showOnline === undefined ? {} : { showOnline }),
    })
  }

  private async set(id: number, fields: Partial<MemberDoc>): Promise<MemberDoc> {
    const member = await this.deps.db.members
      .findOneAndUpdate({ _id: id }, { $set: fields }, { returnDocument: 'after', writeConcern: DURABLE })
      .lean<MemberDoc | null>()
    if (!member) throw new ForumError('UNAUTHENTICATED')
    this.deps.queries.forget(id)
    return member
  }

  /**
   * Changes the password and ends all other sessions; the caller's goes on with the token that is returned.
   *
   * @throws ForumError `WRONG_PASSWORD`
   */
  async changePassword(
    viewer: Viewer,
    { currentPassword, newPassword }: BodyOf<Api['changePassword']>,
  ): Promise<{ member: MemberDoc; token: string }> {
    const { db, sessions, passwords } = this.deps
    const { passwordHash } = await this.verify(viewer, currentPassword)
    // One write decides: every session of an earlier epoch is dead with it. A password that was changed at the
    // same time is no longer the current one.
    const member = await db.members
      .findOneAndUpdate(
        { _id: viewer.actor.id, passwordHash },
        { $set: { passwordHash: await passwords.hash(newPassword) }, $inc: { sessionEpoch: 1 } },
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      .lean<MemberDoc | null>()
    if (!member) throw new ForumError('WRONG_PASSWORD')
    const token = await sessions.renew(viewer, member.sessionEpoch ?? 0)
    await sessions.endAll(member._id, 'password', viewer.sessionId)
    return { member, token }
  }

  /**
   * Returns the caller's account if the password is its own.
   *
   * @throws ForumError `WRONG_PASSWORD`
   */
  async verify(viewer: Viewer, password: string): Promise<MemberDoc> {
    const member = this.deps.sessions.accountOf(viewer)
    if (await this.deps.passwords.matches(member.passwordHash, password)) return member
    throw new ForumError('WRONG_PASSWORD')
  }
}

const refused = (field: string, code: string) =>
  new ForumError('VALIDATION_FAILED', { fields: [{ field, code }] })
