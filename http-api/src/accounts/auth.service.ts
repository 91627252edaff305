import type { BodyOf, Api, CurrentUser, UserSummary } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { bannedText, REFUSALS } from '@forum/shared/bilingual'
import type { BoardQueries } from '../boards'
import {
  asOf,
  EMPTY_PROFILE,
  NOT_DELETED,
  openAt,
  presentCurrentUser,
  storedNames,
  type NameGuard,
  type MemberDoc,
} from '../members'
import { DURABLE, insertDurable, violatedKey } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import type { RateLimits } from '../platform/http/rate-limits'
import type { SiteCalendar } from '../platform/site-calendar'
import type { Collection } from '../platform/mongo/model'
import type { Agreements, Invitations, Settings } from '../site'
import type { Words } from '../words'
import { epochOf, type ConsumedPoints, type Guesses, type Place } from './guesses'
import type { Passwords } from './passwords'
import type { RetiredUsernames } from './retired-usernames.service'
import { secondFactorOf, type Account } from './account'
import { NO_CODE, withCode, type CodeUse, type SecondFactorCodes } from './second-factor-codes'
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
      names: NameGuard
      invitations: Pick<Invitations, 'using'>
      agreements: Pick<Agreements, 'agreeOnRegistration'>
      settings: Pick<Settings, 'registration' | 'requiresSecondFactor'>
      codes: Pick<SecondFactorCodes, 'check'>
      guesses: Guesses
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
    await this.refuseAlike(screened)
    const names = input.displayName === undefined ? {} : { displayName: screened.displayName }
    const create = () => this.createMember({ ...input, ...names, role: 'user', isRegistration: true })
    const member =
      registration === 'invited'
        ? await this.deps.invitations.using(input.invitation, create)
        : await create()
    await this.deps.agreements.agreeOnRegistration(member._id)
    await this.deps.onRegistered(member)
    return this.signIn(member, origin, NO_CODE)
  }

  /** @throws ForumError `VALIDATION_FAILED` for names by which a newcomer would pass for another member */
  private async refuseAlike({
    username,
    displayName,
  }: {
    username: string
    displayName: string
  }): Promise<void> {
    const { names } = this.deps
    const code = await names.problemOf(displayName, { id: null, isStaff: false })
    const fields = [
      ...((await names.isUsernameAlike(username)) ? [{ field: 'username', code: 'reserved' }] : []),
      ...(code === null ? [] : [{ field: 'displayName', code }]),
    ]
    if (fields.length > 0) throw new ForumError('VALIDATION_FAILED', { fields })
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
      ...(await storedNames(input.username, input.displayName ?? '')),
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
      ...(input.isRegistration
        ? { unfinished: [{ id: 'registration', kind: 'registration', since: joinedAt }] }
        : {}),
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
   * Signs in by username in any case, by e-mail address, or by the name in an imported forum. Failures count per name
   * and address, per address and, at addresses that are new to the account, per account. Each attempt consumes its
   * points before the password is verified, so that concurrent attempts count as well; a success gives them back. A new
   * password begins new counts for the name and the account.
   *
   * @throws ForumError `TOO_MANY_REQUESTS`, `INVALID_CREDENTIALS`, `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE`,
   * `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, and `UNAVAILABLE` when too many passwords wait to be verified
   */
  async login(
    { username: name, password, code }: BodyOf<Api['login']>,
    origin: CallOrigin,
  ): Promise<SignedIn> {
    const { guesses, limits, passwords } = this.deps
    const login = loginOf(name)
    const points = guesses.begin()
    let member: MemberDoc | null
    let matches: boolean
    try {
      member = await this.beginSignIn(login, origin.address, points)
      matches = await passwords.matches(member?.passwordHash ?? null, password)
    } catch (error) {
      // The password was not verified, so this was no attempt.
      await points.giveBack()
      throw error
    }
    if (member && !matches) this.deps.onFailedSignIn(member)
    if (!member || !matches) throw new ForumError('INVALID_CREDENTIALS')
    await points.giveBack()
    await limits.reset('loginName', nameHere(login, member, origin.address))
    this.refuseClosed(asOf(member, this.deps.clock.now()))
    const use = await this.verifyCode(member, code, origin)
    if (passwords.isOutdated(member.passwordHash)) await this.replaceHash(member, password)
    return this.openAccount(member, origin, use)
  }

  /** Finds the member of a sign-in and consumes a point of each of its limits. */
  private async beginSignIn(
    login: string,
    address: string,
    points: ConsumedPoints,
  ): Promise<MemberDoc | null> {
    const { guesses, limits } = this.deps
    await points.consume('loginAddress', address)
    const member = await this.findByLogin(login)
    const here = nameHere(login, member, address)
    await limits.consume('signIn', here)
    await points.consume('loginName', here)
    await guesses.consumeAccount(points, member ?? { name: login }, { address })
    return member
  }

  /** Replaces the hash of an imported forum, unless the password has been changed meanwhile. */
  private async replaceHash({ _id, passwordHash }: MemberDoc, password: string): Promise<void> {
    const { db, passwords } = this.deps
    await db.members.updateOne(
      { _id, passwordHash, ...NOT_DELETED },
      { $set: { passwordHash: await passwords.hash(password) } },
      { writeConcern: DURABLE },
    )
  }

  /**
   * Checks the second factor of a member who has proved the password, or who has its mailed link.
   *
   * @throws ForumError `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`, `TOO_MANY_REQUESTS`
   */
  async verifyCode(
    member: MemberDoc,
    code: string | undefined,
    { address }: Pick<Place, 'address'>,
  ): Promise<CodeUse> {
    try {
      return await this.deps.codes.check(member, code, { address })
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
   * @param use the code to be used up, unless an earlier write has done so
   * @throws ForumError `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE`, `WRONG_CODE` if the code was used meanwhile
   */
  async openAccount(member: MemberDoc, origin: CallOrigin, use: CodeUse = NO_CODE): Promise<SignedIn> {
    const account = asOf(member, this.deps.clock.now())
    this.refuseClosed(account)
    if (member.status === 'banned') await this.deps.endBan(member)
    return this.signIn(account, origin, use)
  }

  /**
   * Finds a member by e-mail address, username or name in an imported forum, as `loginOf` writes it. An address comes first,
   * since old names may look like one. Deleted accounts are never found.
   */
  async findByLogin(login: string): Promise<MemberDoc | null> {
    const { members } = this.deps.db
    const [byAddress, byName] = await Promise.all([
      // The placeholders of members without an address have no `@`.
      login.includes('@') ? members.findOne({ emailLower: login, ...NOT_DELETED }) : null,
      members.findOne({ $or: [{ usernameLower: login }, { oldNameLower: login }], ...NOT_DELETED }),
    ])
    return byAddress ?? byName
  }

  /** @throws ForumError `ACCOUNT_BANNED`, `ACCOUNT_INACTIVE` */
  refuseClosed(account: MemberDoc): void {
    if (account.status === 'inactive' || account.status === 'deleted')
      throw new ForumError('ACCOUNT_INACTIVE')
    if (account.status === 'banned') {
      const until = account.bannedUntil ? this.deps.calendar.dayOf(account.bannedUntil) : ''
      throw new ForumError('ACCOUNT_BANNED', { detail: bannedText(until, account.banReason ?? '') })
    }
  }

  private async signIn(member: MemberDoc, origin: CallOrigin, use: CodeUse): Promise<SignedIn> {
    const { db, sessions, addresses, clock } = this.deps
    const lastLoginAt = clock.now()
    const token = await sessions.open(member._id, origin.userAgent, member.sessionEpoch)
    const signIns = addresses.after(member, origin.address)
    const { matchedCount } = await db.members.updateOne(
      { $and: [{ _id: member._id }, openAt(lastLoginAt), use.filter] },
      withCode({ $set: { lastLoginAt, signIns } }, use),
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) {
      // The account was closed, or the code used, by another call.
      await sessions.revokeToken(token)
      const now = await db.members.findOne({ _id: member._id })
      if (now) this.refuseClosed(asOf(now, lastLoginAt))
      throw new ForumError('WRONG_CODE')
    }
    return { token, user: await this.present({ ...member, lastLoginAt }) }
  }

  /** Returns a member's own account. */
  async present(member: Account): Promise<CurrentUser> {
    const { boards, blockedBy, settings, clock } = this.deps
    const [tree, blocked] = await Promise.all([boards.wholeStructure(), blockedBy(member._id)])
    return presentCurrentUser(asOf(member, clock.now()), {
      moderatedBoardIds: tree.moderatedBy(member._id),
      blocked: blocked.map((one) => ({ ...one, moderatedBoardIds: tree.moderatedBy(one.id) })),
      secondFactor: secondFactorOf(member, settings.requiresSecondFactor()),
    })
  }
}

/** Returns what members type to name their account as it is compared. */
export const loginOf = (typed: string): string => typed.trim().normalize('NFC').toLowerCase()

/** What the limits of a name at an address count by. */
const nameHere = (login: string, member: MemberDoc | null, address: string): string =>
  `${login}|${address}|${member ? epochOf(member) : 0}`
