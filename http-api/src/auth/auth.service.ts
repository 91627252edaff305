import type { BodyOf, Api, CurrentUser, UserSummary } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { bannedText, REFUSALS } from '@forum/shared/bilingual'
import type { BoardQueries } from '../boards'
import { asOf, EMPTY_PROFILE, namePartsOf, presentCurrentUser, type MemberDoc } from '../members'
import { DURABLE, insertDurable, violatedKey } from '../platform/database'
import type { Ids } from '../platform/ids'
import type { RateLimits } from '../platform/rate-limits'
import type { SiteCalendar } from '../platform/site-calendar'
import type { Collection } from '../platform/model'
import type { Invitations } from '../invitations'
import type { Settings } from '../settings'
import type { Words } from '../words'
import type { Passwords } from './passwords'
import type { RetiredUsernames } from './retired-usernames.service'
import { secondFactorOf } from './second-factor'
import type { Sessions } from './sessions.service'
import type { SignInAddresses } from './sign-in-addresses'

/** The result of a sign-in: the account, and the token of its new session. */
export interface SignedIn {
  user: CurrentUser
  token: string
}

/** The origin of a call: `address` as counted by limits (`limitAddress`), `userAgent` as sent. */
export interface CallOrigin {
  address: string
  userAgent: string
}

export class AuthService {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      sessions: Sessions
      boards: BoardQueries
      limits: RateLimits
      passwords: Passwords
      words: Words
      invitations: Pick<Invitations, 'using'>
      settings: Pick<Settings, 'registration' | 'requiresSecondFactor'>
      verifySecondFactor: (member: MemberDoc, code: string | undefined) => Promise<void>
      retired: RetiredUsernames
      /** Records that a ban is over. */
      endBan: (member: MemberDoc) => Promise<void>
      addresses: SignInAddresses
      /** Returns the members whom a member has blocked. */
      blockedBy: (userId: number) => Promise<UserSummary[]>
      ids: Ids
      calendar: SiteCalendar
      clock: Clock
      onRegistered: (member: MemberDoc) => Promise<void>
      /** Called with every failed sign-in to an account. */
      onFailedSignIn: (member: MemberDoc) => void
    },
  ) {}

  /**
   * Creates an account and signs it in. Names and addresses are unique without regard to case.
   *
   * @throws ForumError `FORBIDDEN` while registration is closed, `INVITATION_REQUIRED` while it is by invitation, and
   * what `createMember` throws
   */
  async register(input: BodyOf<Api['register']>, origin: CallOrigin): Promise<SignedIn> {
    const registration = await this.deps.settings.registration()
    if (registration === 'closed') {
      throw new ForumError('FORBIDDEN', { detail: REFUSALS.registrationIsClosed })
    }
    const { username, displayName = '' } = input
    const screened = (await this.deps.words.screen({ username, displayName })).allowed()
    // A username cannot be replaced, only refused.
    if (screened.username !== username) throw new ForumError('CONTENT_BLOCKED')
    const names = input.displayName === undefined ? {} : { displayName: screened.displayName }
    const create = () => this.createMember({ ...input, ...names, role: 'user', isRegistration: true })
    const member =
      registration === 'invited'
        ? await this.deps.invitations.using(input.invitation, create)
        : await create()
    await this.deps.onRegistered(member)
    return this.signIn(member, origin)
  }

  /**
   * Creates an account.
   *
   * @throws ForumError `USERNAME_TAKEN`, `EMAIL_TAKEN`
   */
  async createMember(
    input: {
      username: string
      email: string
      password: string
      displayName?: string | undefined
      signature?: string | undefined
      /** Whether it is a line of the moderators' feed. */
      isRegistration?: boolean
    } & Pick<MemberDoc, 'role'>,
    joinedAt: Date = this.deps.clock.now(),
  ): Promise<MemberDoc> {
    const { db, ids, passwords, retired } = this.deps
    const member: MemberDoc = {
      _id: await ids.next('users'),
      username: input.username,
      usernameLower: input.username.toLowerCase(),
      email: input.email,
      emailLower: input.email.toLowerCase(),
      passwordHash: await passwords.hash(input.password),
      displayName: input.displayName ?? '',
      nameParts: await namePartsOf(input.displayName ?? ''),
      sessionEpoch: 0,
      role: input.role,
      ...EMPTY_PROFILE,
      signature: input.signature ?? '',
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
      marks: {},
      ...(input.isRegistration ? { unlistedSince: joinedAt } : {}),
    }
    if (await retired.has(input.username)) throw new ForumError('USERNAME_TAKEN')
    try {
      await insertDurable(db.members, member)
    } catch (error) {
      const key = violatedKey(error)
      if (key?.includes('usernameLower')) throw new ForumError('USERNAME_TAKEN')
      if (key?.includes('emailLower')) throw new ForumError('EMAIL_TAKEN')
      throw error
    }
    return member
  }

  /**
   * Signs in by username in any case, or by e-mail address. Failures count per name and address, per address and, at
   * addresses that are new to the account, per account. Each attempt consumes its points before the password is
   * verified, so that concurrent attempts count as well; a success gives them back.
   *
   * @throws ForumError `TOO_MANY_REQUESTS`, `INVALID_CREDENTIALS`, `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE`,
   * `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, and `UNAVAILABLE` when too many passwords wait to be verified
   */
  async login(
    { username: name, password, code }: BodyOf<Api['login']>,
    origin: CallOrigin,
  ): Promise<SignedIn> {
    const { limits, passwords } = this.deps
    const login = name.trim().toLowerCase()
    const loginAtAddress = `${login}|${origin.address}`
    await this.consumeAttempt(loginAtAddress, origin.address)
    let member: MemberDoc | null
    let matches: boolean
    let accountAtNewAddress: string | null = null
    try {
      member = await this.findByLogin(login)
      accountAtNewAddress = await this.consumeAccount(login, member, origin.address)
      matches = await passwords.matches(member?.passwordHash ?? null, password)
    } catch (error) {
      // The password was not verified, so this was no attempt.
      await limits.giveBack('loginName', loginAtAddress)
      await limits.giveBack('loginAddress', origin.address)
      if (accountAtNewAddress !== null) await limits.giveBack('loginAccount', accountAtNewAddress)
      throw error
    }
    if (member && !matches) this.deps.onFailedSignIn(member)
    if (!member || !matches) throw new ForumError('INVALID_CREDENTIALS')
    await limits.reset('loginName', loginAtAddress)
    await limits.giveBack('loginAddress', origin.address)
    if (accountAtNewAddress !== null) await limits.giveBack('loginAccount', accountAtNewAddress)
    await this.verifyCode(member, code)
    if (passwords.isOutdated(member.passwordHash)) await this.replaceHash(member, password)
    return this.openAccount(member, origin)
  }

  /** Replaces the hash of an imported forum, unless the password has been changed meanwhile. */
  private async replaceHash({ _id, passwordHash }: MemberDoc, password: string): Promise<void> {
    const { db, passwords } = this.deps
    await db.members.updateOne(
      { _id, passwordHash },
      { $set: { passwordHash: await passwords.hash(password) } },
      { writeConcern: DURABLE },
    )
  }

  /**
   * Consumes a point of the account's limit, except at the addresses of its latest sign-ins. Returns what the limit
   * counts by, null if nothing was consumed. A name without an account has a limit of its own.
   */
  private async consumeAccount(
    login: string,
    member: MemberDoc | null,
    address: string,
  ): Promise<string | null> {
    const { limits, addresses } = this.deps
    if (member && addresses.knows(member, address)) return null
    const account = member ? `member:${member._id}` : `name:${login}`
    await limits.consume('loginAccount', account)
    return account
  }

  /**
   * Checks the second factor of a member who has proved the password, or who has its mailed link.
   *
   * @throws ForumError `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, `TOO_MANY_REQUESTS`
   */
  async verifyCode(member: MemberDoc, code: string | undefined): Promise<void> {
    try {
      await this.deps.verifySecondFactor(member, code)
    } catch (error) {
      if (error instanceof ForumError && error.code === 'WRONG_CODE') {
        this.deps.onFailedSignIn(member)
      }
      throw error
    }
  }

  /**
   * Signs in a member who has proved who they are.
   *
   * @throws ForumError `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE`
   */
  async openAccount(member: MemberDoc, origin: CallOrigin): Promise<SignedIn> {
    const account = asOf(member, this.deps.clock.now())
    this.refuseClosed(account)
    if (member.status === 'banned') await this.deps.endBan(member)
    return this.signIn(account, origin)
  }

  /**
   * Consumes a point of each sign-in limit. An attempt that the name's limit refuses does not count against the
   * address.
   */
  private async consumeAttempt(loginAtAddress: string, address: string): Promise<void> {
    const { limits } = this.deps
    await limits.consume('signIn', loginAtAddress)
    await limits.consume('loginAddress', address)
    try {
      await limits.consume('loginName', loginAtAddress)
    } catch (refused) {
      await limits.giveBack('loginAddress', address)
      throw refused
    }
  }

  /** Finds a member by username, name in an imported forum, or e-mail address, each in lower case. Deleted accounts are never found. */
  findByLogin(login: string): Promise<MemberDoc | null> {
    const named = login.includes('@')
      ? { emailLower: login }
      : { $or: [{ usernameLower: login }, { oldNameLower: login }] }
    return this.deps.db.members.findOne({ ...named, status: { $ne: 'deleted' } })
  }

  private refuseClosed(member: MemberDoc): void {
    if (member.status === 'inactive' || member.status === 'deleted') throw new ForumError('ACCOUNT_INACTIVE')
    if (member.status === 'banned') {
      const until = member.bannedUntil ? this.deps.calendar.dayOf(member.bannedUntil) : ''
      throw new ForumError('ACCOUNT_BANNED', { detail: bannedText(until, member.banReason ?? '') })
    }
  }

  private async signIn(member: MemberDoc, origin: CallOrigin): Promise<SignedIn> {
    const lastLoginAt = this.deps.clock.now()
    const { db, sessions, addresses } = this.deps
    const token = await sessions.open(member._id, origin.userAgent, member.sessionEpoch)
    const signIns = addresses.after(member, origin.address)
    await db.members.updateOne({ _id: member._id }, { $set: { lastLoginAt, signIns } })
    return { token, user: await this.present({ ...member, lastLoginAt }) }
  }

  /** Returns a member's own account. */
  async present(member: MemberDoc): Promise<CurrentUser> {
    const { boards, blockedBy, settings, clock } = this.deps
    const [tree, blocked] = await Promise.all([boards.structure(), blockedBy(member._id)])
    return presentCurrentUser(asOf(member, clock.now()), {
      moderatedBoardIds: tree.moderatedBy(member._id),
      blocked: blocked.map((one) => ({ ...one, moderatedBoardIds: tree.moderatedBy(one.id) })),
      secondFactor: secondFactorOf(member, settings.requiresSecondFactor()),
    })
  }
}
