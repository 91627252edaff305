import type { BodyOf, Api, CurrentUser } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import type { Model } from 'mongoose'
import type { BoardQueries } from '../boards'
import { presentCurrentUser, type MemberDoc } from '../members'
import { insertDurable, takenKey } from '../platform/database'
import type { Ids } from '../platform/ids'
import type { RateLimits } from '../platform/rate-limits'
import { checkPassword, hashPassword } from './passwords'
import type { Sessions } from './sessions'

export interface SignedIn {
  user: CurrentUser
  token: string
}

/** Where a call comes from: the address is as limits count it. */
export interface Caller {
  address: string
  userAgent: string
}

export class AuthService {
  constructor(
    private readonly deps: {
      db: { members: Model<MemberDoc> }
      sessions: Sessions
      boards: BoardQueries
      limits: RateLimits
      ids: Ids
      clock: Clock
    },
  ) {}

  /** Creates an account and signs it in. Names and addresses are unique without regard to case. */
  async register(input: BodyOf<Api['register']>, caller: Caller): Promise<SignedIn> {
    const member = await this.createMember({ ...input, role: 'user', signature: '' })
    return this.signIn(member, caller)
  }

  async createMember(
    input: {
      username: string
      email: string
      password: string
      displayName?: string | undefined
    } & Pick<MemberDoc, 'role' | 'signature'>,
    joinedAt: Date = this.deps.clock.now(),
  ): Promise<MemberDoc> {
    const { db, ids } = this.deps
    const member: MemberDoc = {
      _id: await ids.next('users'),
      username: input.username,
      usernameLower: input.username.toLowerCase(),
      email: input.email,
      emailLower: input.email.toLowerCase(),
      passwordHash: await hashPassword(input.password),
      displayName: input.displayName ?? '',
      role: input.role,
      signature: input.signature,
      avatar: null,
      status: 'active',
      banReason: null,
      bannedUntil: null,
      mutedUntil: null,
      showOnline: true,
      joinedAt,
      lastLoginAt: null,
      postCount: 0,
      threadCount: 0,
      likesReceived: 0,
      revision: 0,
      epoch: 0,
    }
    try {
      await insertDurable(db.members, member)
    } catch (error) {
      const key = takenKey(error)
      if (key?.includes('usernameLower')) throw new ForumError('USERNAME_TAKEN')
      if (key?.includes('emailLower')) throw new ForumError('EMAIL_TAKEN')
      throw error
    }
    return member
  }

  /**
   * Signs in by username in any case, or e-mail. Failures count per name and address, and per address
   * (contract §5); an unknown name takes as long as a wrong password.
   */
  async login(name: string, password: string, caller: Caller): Promise<SignedIn> {
    const { db, limits } = this.deps
    const wanted = name.trim().toLowerCase()
    const pair = `${wanted}|${caller.address}`
    await limits.check('loginAddress', caller.address)
    await limits.check('loginName', pair)
    const member = await db.members
      .findOne(wanted.includes('@') ? { emailLower: wanted } : { usernameLower: wanted })
      .lean<MemberDoc | null>()
    if (!(await checkPassword(member?.passwordHash ?? null, password)) || !member) {
      await limits.count('loginAddress', caller.address)
      await limits.count('loginName', pair)
      throw new ForumError('INVALID_CREDENTIALS')
    }
    await limits.forget('loginName', pair)
    this.refuseClosed(member)
    return this.signIn(member, caller)
  }

  private refuseClosed(member: MemberDoc): void {
    if (member.status === 'inactive') throw new ForumError('ACCOUNT_INACTIVE')
    if (member.status === 'banned') {
      const until = member.bannedUntil?.toISOString().slice(0, 10)
      const reason = member.banReason ?? ''
      throw new ForumError('ACCOUNT_BANNED', {
        detail: {
          zh: `该账号已被封禁${until ? `至 ${until}` : ''}${reason ? `：${reason}` : ''}`,
          en: `This account is banned${until ? ` until ${until}` : ''}${reason ? `: ${reason}` : ''}`,
        },
      })
    }
  }

  private async signIn(member: MemberDoc, caller: Caller): Promise<SignedIn> {
    const lastLoginAt = this.deps.clock.now()
    const token = await this.deps.sessions.open(member._id, caller.userAgent)
    await this.deps.db.members.updateOne({ _id: member._id }, { $set: { lastLoginAt } })
    return { token, user: await this.present({ ...member, lastLoginAt }) }
  }

  /** The signed-in member's own account. */
  async currentUser(memberId: number): Promise<CurrentUser> {
    const member = await this.deps.db.members.findById(memberId).lean<MemberDoc | null>()
    if (!member) throw new ForumError('UNAUTHENTICATED')
    return this.present(member)
  }

  private async present(member: MemberDoc): Promise<CurrentUser> {
    return presentCurrentUser(member, (await this.deps.boards.structure()).moderatedBy(member._id))
  }
}
