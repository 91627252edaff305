import type { BodyOf, Api, CurrentUser, Script, UserSummary } from '@forum/shared/contract'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { bannedText, REFUSALS, type Language } from '@forum/shared/bilingual'
import type { BoardQueries, Readers } from '../boards'
import {
  asOf,
  EMPTY_PROFILE,
  NOT_DELETED,
  openAt,
  presentCurrentUser,
  storedNames,
  type FormerNames,
  type Identity,
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
import type { EmailLinks } from './email-links.service'
import { epochOf, type ConsumedPoints, type Guesses, type Place } from './guesses'
import type { Passwords } from './passwords'
import type { RetiredUsernames } from './retired-usernames.service'
import { hasPassword, needsPasskey, secondFactorOf, type Account } from './account'
import { NO_CODE, withCode, type CodeUse, type SecondFactorCodes } from './second-factor-codes'
import type { Sessions } from './sessions.service'
import type { Shield } from './shield/shield.service'
import { presentBoardMutes } from './board-mutes'
import type { SameSource } from './same-source'
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
  /** The language of the page; Chinese if it is missing. */
  language?: Language
}

/** The data of a registration; without a password, an account of another site signs the member in. */
type Newcomer = Omit<BodyOf<Api['register']>, 'password'> & {
  password: string | null
  identity?: Identity
  /** True if another site has verified the address. */
  isEmailVerified?: boolean
}

export class AuthService {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      sessions: Sessions
      boards: BoardQueries
      readers: Pick<Readers, 'rightsOf'>
      limits: RateLimits
      passwords: Passwords
      words: Words
      names: NameGuard
      invitations: Pick<Invitations, 'using' | 'makesAdmin'>
      agreements: Pick<Agreements, 'byRegistering' | 'keepCarried'>
      settings: Pick<Settings, 'registration' | 'requiresSecondFactor' | 'sendsMail'>
      shield: Pick<Shield, 'using'>
      codes: Pick<SecondFactorCodes, 'check'>
      guesses: Guesses
      retired: RetiredUsernames
      /** Records that a ban is over. */
      endBan: (member: MemberDoc) => Promise<void>
      addresses: SignInAddresses
      source: Pick<SameSource, 'isBlocked'>
      links: Pick<EmailLinks, 'isReserved'>
      former: Pick<FormerNames, 'isReserved' | 'ownerOf'>
      /** Returns the members whom a member has blocked. */
      blockedBy: (userId: number) => Promise<UserSummary[]>
      ids: Ids
      calendar: SiteCalendar
      clock: Clock
      onRegistered: (member: MemberDoc) => Promise<void>
      /** Mails a newcomer in a language. */
      welcome: (member: MemberDoc, language: Language) => void
      /** Called with every failed sign-in to an account. */
      onFailedSignIn: (member: MemberDoc) => void
    },
  ) {}

  /**
   * Creates an account and signs it in; that of the first admin, with the code for it. Names and addresses are unique
   * without regard to case.
   *
   * @throws ForumError `FORBIDDEN` while registration is closed, `INVITATION_REQUIRED` while it is by invitation, and
   * what `createMember` and the shield throw
   */
  register(input: BodyOf<Api['register']>, origin: CallOrigin): Promise<SignedIn> {
    return this.admit(input, origin, (create) => this.deps.shield.using(input, origin.address, create))
  }

  /**
   * Creates an account without a password, with which an account of another site signs in, and signs it in. The other
   * site is the shield.
   *
   * @throws ForumError `CONFLICT` if the other account is linked to a member, and as `register`
   */
  registerWith(
    input: Omit<Newcomer, 'password'> & { identity: Identity },
    origin: CallOrigin,
  ): Promise<SignedIn> {
    return this.admit({ ...input, password: null }, origin, (create) => create())
  }

  /** Creates the account of a newcomer behind a shield, with an invitation if one is needed, and signs it in. */
  private async admit(
    input: Newcomer,
    origin: CallOrigin,
    shielded: (create: () => Promise<MemberDoc>) => Promise<MemberDoc>,
  ): Promise<SignedIn> {
    const { agreements, clock, invitations, onRegistered, settings, welcome } = this.deps
    const registration = await settings.registration()
    const isFirstAdmin = await invitations.makesAdmin(input.invitation)
    if (registration === 'closed' && !isFirstAdmin) {
      throw new ForumError('FORBIDDEN', { detail: REFUSALS.registrationIsClosed })
    }
    // Whoever has an invitation is vouched for.
    const isBlocked = await this.deps.source.isBlocked(origin.address)
    if (isBlocked && !input.invitation)
      throw new ForumError('FORBIDDEN', { detail: REFUSALS.sourceIsBlocked })
    const since = clock.now()
    const agreed = await agreements.byRegistering(since)
    const account = {
      role: isFirstAdmin ? ('admin' as const) : ('user' as const),
      unfinished: [{ id: 'registration', kind: 'registration' as const, since }, agreed],
      hasUnseenEmail: !input.isEmailVerified,
    }
    const member = await shielded(async () => {
      const names = await this.screenNames(input)
      const create = () => this.createMember({ ...input, ...names, ...account }, since)
      return registration === 'invited' || isFirstAdmin || isBlocked
        ? invitations.using(input.invitation, create)
        : create()
    })
    await agreements.keepCarried(member._id, agreed)
    await onRegistered(member)
    if (account.hasUnseenEmail) welcome(member, origin.language ?? 'zh')
    return this.signIn(member, origin, NO_CODE)
  }

  /** Returns the display name of a newcomer as others may see it. */
  private async screenNames(
    input: Pick<Newcomer, 'username' | 'displayName'>,
  ): Promise<{ displayName?: string }> {
    const { username, displayName = '' } = input
    const screened = (await this.deps.words.screen({ username, displayName })).allowed()
    // A username cannot be replaced, only refused.
    if (screened.username !== username) throw new ForumError('CONTENT_BLOCKED')
    await this.refuseAlike(screened)
    return input.displayName === undefined ? {} : { displayName: screened.displayName }
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
      /** Null for none. */
      password: string | null
      /** That of the password, if it is known from another member: a hash takes tens of milliseconds. */
      passwordHash?: string | undefined
      identity?: Identity | undefined
      displayName?: string | undefined
      signature?: string | undefined
      script?: Script | undefined
      /** True if nobody has verified the address yet. */
      hasUnseenEmail?: boolean
    } & Pick<MemberDoc, 'role' | 'unfinished'>,
    joinedAt: Date = this.deps.clock.now(),
  ): Promise<MemberDoc> {
    const { db, ids, passwords, retired, former, links } = this.deps
    const member: MemberDoc = {
      _id: await ids.next('users'),
      username: input.username,
      usernameLower: input.username.toLowerCase(),
      email: input.email,
      emailLower: input.email.toLowerCase(),
      ...(input.hasUnseenEmail ? {} : { emailVerifiedAt: joinedAt }),
      passwordHash:
        input.passwordHash ?? (input.password === null ? '' : await passwords.hash(input.password)),
      ...(input.identity ? { identities: [input.identity] } : {}),
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
      ...(input.script ? { script: input.script } : {}),
      ...(input.unfinished ? { unfinished: input.unfinished } : {}),
    }
    if (await links.isReserved(input.email, null)) throw new ForumError('EMAIL_TAKEN')
    if ((await retired.has(input.username)) || (await former.isReserved(input.username, null)))
      throw new ForumError('USERNAME_TAKEN')
    try {
      await insertDurable(db.members, member)
    } catch (error) {
      const key = violatedKey(error)
      if (key?.includes('usernameLower')) throw new ForumError('USERNAME_TAKEN')
      if (key?.includes('emailLower')) throw new ForumError('EMAIL_TAKEN')
      if (key?.includes('identities.key')) throw new ForumError('CONFLICT')
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
    if (needsPasskey(member, this.deps.settings.requiresSecondFactor()))
      throw new ForumError('INVALID_CREDENTIALS', { detail: REFUSALS.passkeyNeeded })
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
   * Finds a member by e-mail address, by present or former username, or by the name in an imported forum, as `loginOf`
   * writes it. An address comes first, since old names may look like one. Deleted accounts are never found.
   */
  async findByLogin(login: string): Promise<MemberDoc | null> {
    const { members } = this.deps.db
    const [byAddress, byName] = await Promise.all([
      // The placeholders of members without an address have no `@`.
      login.includes('@') ? members.findOne({ emailLower: login, ...NOT_DELETED }) : null,
      members.findOne({ $or: [{ usernameLower: login }, { oldNameLower: login }], ...NOT_DELETED }),
    ])
    const found = byAddress ?? byName
    if (found) return found
    const renamed = await this.deps.former.ownerOf(login)
    return renamed === null ? null : members.findOne({ _id: renamed, ...NOT_DELETED })
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
    const signIns = addresses.after(member, origin)
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
  async present(member: Account & { passwordHash?: string }): Promise<CurrentUser> {
    const { boards, readers, blockedBy, settings, clock } = this.deps
    const [tree, rights, blocked] = await Promise.all([
      boards.wholeStructure(),
      readers.rightsOf(member),
      blockedBy(member._id),
    ])
    return presentCurrentUser(asOf(member, clock.now()), {
      moderatedBoardIds: tree.moderatedBy(member._id),
      boardMutes: presentBoardMutes(member, tree.visibleTo(rights), clock.now()),
      blocked: blocked.map((one) => ({ ...one, moderatedBoardIds: tree.moderatedBy(one.id) })),
      canVerifyEmail: settings.sendsMail,
      secondFactor: secondFactorOf(member, settings.requiresSecondFactor()),
      hasPassword: hasPassword(member),
      now: clock.now(),
    })
  }
}

/** Returns what members type to name their account as it is compared. */
export const loginOf = (typed: string): string => typed.trim().normalize('NFC').toLowerCase()

/** Returns the key by which limits count sign-ins with a name from an address. */
const nameHere = (login: string, member: MemberDoc | null, address: string): string =>
  `${login}|${address}|${member ? epochOf(member) : 0}`
