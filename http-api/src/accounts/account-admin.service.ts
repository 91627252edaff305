import { randomInt } from 'node:crypto'
import { PASSWORD_SPECIALS } from '@forum/shared/limits'
import type { Role } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import type { mongo } from 'mongoose'
import type { Freshness } from '../log'
import { beginsWith, NOT_DELETED, storedNames, type MemberDoc, type NameGuard } from '../members'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { actWork, withWork } from '../platform/work/unfinished'
import { SYSTEM, type ModerationLog } from '../record'
import { loginOf, type AuthService } from './auth.service'
import type { Passwords } from './passwords'
import type { SecondFactors } from './second-factors.service'
import type { Sessions } from './sessions.service'

const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', PASSWORD_SPECIALS]
const PASSWORD_LENGTH = 16
/** Accounts listed at most. */
const LISTED_MAX = 1_000

const anyOf = (characters: string) => characters.charAt(randomInt(characters.length))

/** Returns a password that satisfies the password rule, without characters that are easily confused. */
function randomPassword(): string {
  const characters = [
    ...CLASSES.map(anyOf),
    ...Array.from({ length: PASSWORD_LENGTH - CLASSES.length }, () => anyOf(CLASSES.join(''))),
  ]
  for (let i = characters.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1)
    const [a = '', b = ''] = [characters[i], characters[j]]
    characters[i] = b
    characters[j] = a
  }
  return characters.join('')
}

/** The account commands of the operator's command line (docs/operating.md#accounts). */
export class AccountAdmin {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      auth: AuthService
      passwords: Passwords
      sessions: Sessions
      secondFactors: SecondFactors
      names: Pick<NameGuard, 'readsLikeStaff' | 'markThoseLike'>
      freshness: Freshness
      log: ModerationLog
    },
  ) {}

  /** Returns the moderators and administrators, or all members whose name begins with a text. */
  async list(prefix: string | null): Promise<Pick<MemberDoc, 'username' | 'displayName' | 'role'>[]> {
    return this.deps.db.members
      .find<Pick<MemberDoc, 'username' | 'displayName' | 'role'>>(
        prefix === null
          ? { role: { $in: ['moderator', 'admin'] } }
          : { usernameLower: beginsWith(prefix.toLowerCase()) },
        { projection: { username: 1, displayName: 1, role: 1 } },
      )
      .sort({ username: 1 })
      .limit(LISTED_MAX)
      .toArray()
  }

  /** @throws ForumError `NOT_FOUND` */
  async idOf(username: string): Promise<number> {
    return (await this.find(username))._id
  }

  /** Creates an administrator and returns its password. */
  async createAdmin(username: string, email: string): Promise<string> {
    const password = randomPassword()
    await this.deps.auth.createMember({ username, email, password, role: 'admin' })
    return password
  }

  /** Gives a member a new password, ends all sessions and returns the password. */
  async resetPassword(username: string): Promise<string> {
    const { passwords, sessions } = this.deps
    const { _id } = await this.find(username)
    const password = randomPassword()
    await this.update(_id, {
      $set: { passwordHash: await passwords.hash(password) },
      $inc: { sessionEpoch: 1 },
    })
    await sessions.endAll(_id, 'password')
    return password
  }

  /** Signs a member out everywhere. */
  async endSessions(username: string): Promise<void> {
    const { _id } = await this.find(username)
    await this.update(_id, { $inc: { sessionEpoch: 1 } })
    await this.deps.sessions.endAll(_id, 'logout')
  }

  /**
   * Sets a member's role: the only way to demote an admin. As on the site, a display name that reads like staff is
   * removed together with the role.
   */
  async setRole(username: string, role: Role): Promise<void> {
    const { names, sessions, log } = this.deps
    const member = await this.find(username)
    const { _id } = member
    // Repeated after a failure, the command still has to reach open pages.
    if (member.role === role) {
      await sessions.applyRights([_id])
      return
    }
    const losesName = role === 'user' && (await names.readsLikeStaff(member.displayName))
    const emptied = losesName ? await storedNames(member.username, '') : {}
    const act = log.draft({
      actorId: SYSTEM,
      action: 'set_role',
      userId: _id,
      target: `member ${_id} role`,
      changes: [{ field: 'role', before: member.role, after: role }],
    })
    await this.update(_id, withWork({ $set: { role, ...emptied } }, actWork(act)))
    await sessions.applyRights([_id])
    if (role !== 'user') await names.markThoseLike({ ...member, role })
    await log.appendCarried(this.deps.db.members, _id, act)
  }

  /** Turns off the second factor of a member who can no longer sign in with it; returns whether there was one. */
  async turnOffSecondFactor(username: string): Promise<boolean> {
    const member = await this.find(username)
    await this.deps.secondFactors.turnOffFor(member, 'npm run admin')
    return member.secondFactor !== undefined
  }

  /** @throws ForumError `NOT_FOUND` if the account was deleted meanwhile */
  private async update(_id: number, change: mongo.UpdateFilter<MemberDoc>): Promise<void> {
    const { matchedCount } = await this.deps.db.members.updateOne({ _id, ...NOT_DELETED }, change, {
      writeConcern: DURABLE,
    })
    if (matchedCount === 0) throw new ForumError('NOT_FOUND')
    this.deps.freshness.emit('memberChanged', _id)
  }

  private async find(username: string): Promise<MemberDoc> {
    const member = await this.deps.auth.findByLogin(loginOf(username))
    if (!member) throw new ForumError('NOT_FOUND')
    return member
  }
}
