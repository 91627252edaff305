import { ageMs, HOUR_MS, type Clock } from '@forum/shared/clock'
import type { Api, BodyOf, ResponseOf } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { FIRST_DAY_HOURS, RESET_HOURS } from '@forum/shared/limits'
import { mayChangeRole } from '@forum/shared/policies'
import { MAIL_TEXTS, REFUSALS, type Language } from '@forum/shared/bilingual'
import type { Mail } from './mail'
import { asOf, NOT_DELETED, openAt, presentSummary, type MemberDoc } from '../members'
import type { ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import type { InBackground } from '../platform/work/background-work'
import { DURABLE, insertDurable } from '../platform/mongo/database'
import type { RateLimits } from '../platform/http/rate-limits'
import type { Collection } from '../platform/mongo/model'
import { loginOf, type AuthService, type CallOrigin, type SignedIn } from './auth.service'
import { epochOf } from './guesses'
import type { PasswordResetDoc } from './password-resets.model'
import type { Passwords } from './passwords'
import { withCode } from './second-factor-codes'
import type { Sessions } from './sessions.service'
import type { Tokens } from './tokens'

const ADMINS_NAMED = 3

/** Lets members who forgot their password set another one through a mailed link. */
export class PasswordResets {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc>; passwordResets: Collection<PasswordResetDoc> }
      auth: AuthService
      sessions: Sessions
      passwords: Passwords
      tokens: Tokens
      limits: RateLimits
      /** Null if mail is not configured. */
      mail: Mail | null
      log: ModerationLog
      site: { name: () => string; url: () => string; contact: () => string | null }
      clock: Clock
      inBackground: InBackground
    },
  ) {}

  /** Returns how members who forgot their password get a new one: by mail, or from whom. */
  async help(): Promise<ResponseOf<Api['getPasswordHelp']>> {
    const { db, mail, site } = this.deps
    if (mail) return { mail: true, contact: null, admins: [] }
    const admins = await db.members
      .find({ role: 'admin', status: 'active' })
      .sort({ lastLoginAt: -1 })
      .limit(ADMINS_NAMED)
      .toArray()
    return {
      mail: false,
      contact: site.contact(),
      admins: admins.map((admin) => presentSummary(admin, admin._id)),
    }
  }

  /**
   * Mails a link to the member with a username or an e-mail address. Returns before the member is looked up, so that
   * the response does not reveal whether the account exists.
   *
   * @param language of the mail: that of the page on which it was requested
   * @throws ForumError `UNAVAILABLE` if mail is not configured
   */
  request(login: string, language: Language): void {
    const { mail, inBackground } = this.deps
    if (!mail) throw new ForumError('UNAVAILABLE', { detail: REFUSALS.noMail })
    const sending = this.mailLink(login, language, mail).catch((error: unknown) => {
      // A reached limit is expected, so it is not reported.
      if (!(error instanceof ForumError)) throw error
    })
    inBackground(sending)
  }

  private async mailLink(login: string, language: Language, mail: Mail): Promise<void> {
    const { auth, limits, site } = this.deps
    const member = await auth.findByLogin(loginOf(login))
    // Members of an imported forum may have no address.
    if (!member || member.status === 'inactive' || !this.mayMail(member)) return
    // Prevents flooding a member with mail.
    await limits.consume('resetMail', `user:${member._id}`)
    const { link } = await this.makeLink(member, member.email)
    const text = MAIL_TEXTS[language].reset({ site: site.name(), username: member.username, link })
    mail.send({ to: member.email, language, script: member.script, ...text })
  }

  /**
   * Returns true if links may be mailed to a member's address: it is verified, or a newcomer typed it less than a day
   * ago. A mistyped address belongs to a stranger.
   */
  private mayMail({ email, emailVerifiedAt, joinedAt }: MemberDoc): boolean {
    const isNew = ageMs(this.deps.clock, joinedAt.getTime()) < FIRST_DAY_HOURS * HOUR_MS
    return email !== '' && (Boolean(emailVerifiedAt) || isNew)
  }

  /**
   * Returns a link for a member who cannot be mailed one, for an admin to pass on.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `PASSWORD_REQUIRED`
   */
  async linkFor(viewer: Viewer, userId: number): Promise<{ link: string; expiresAt: string }> {
    const { db, log, sessions } = this.deps
    const member = await db.members.findOne({ _id: userId, ...NOT_DELETED })
    if (!member) throw new ForumError('NOT_FOUND')
    authorize(mayChangeRole(viewer.actor, { id: userId, role: member.role }))
    await sessions.requireFreshPassword(viewer)
    // Before the link exists, so that none is made without an entry.
    const target = `member ${userId} password`
    await log.append([log.draft({ actorId: viewer.actor.id, action: 'make_reset_link', target, userId })])
    const { link, expiresAt } = await this.makeLink(member)
    return { link, expiresAt: expiresAt.toISOString() }
  }

  /**
   * Makes a link that replaces those before.
   *
   * @param address to which it is mailed; using it verifies the address
   */
  private async makeLink(member: MemberDoc, address?: string): Promise<{ link: string; expiresAt: Date }> {
    const { db, clock, site, tokens } = this.deps
    const token = tokens.create()
    const expiresAt = new Date(clock.now().getTime() + RESET_HOURS * HOUR_MS)
    await db.passwordResets.deleteMany({ userId: member._id })
    await insertDurable(db.passwordResets, {
      _id: tokens.hash(token) ?? '',
      userId: member._id,
      sessionEpoch: epochOf(member),
      ...(address === undefined ? {} : { address }),
      expiresAt,
    })
    // In the fragment, so that the token appears in no server log or referrer.
    return { link: `${site.url()}/reset-password#${token}`, expiresAt }
  }

  /**
   * Sets a new password by a mailed token, ends all sessions and signs in. It needs the second factor as well: otherwise
   * the mailbox alone would open the account. One write sets the password and uses up the token and the code; a call
   * that is refused uses up neither.
   *
   * @throws ForumError `VALIDATION_FAILED` for a token that is wrong, used or expired, `ACCOUNT_BANNED`,
   * `ACCOUNT_INACTIVE`, `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`
   */
  async reset(
    { token, password, code }: BodyOf<Api['resetPassword']>,
    origin: CallOrigin,
  ): Promise<SignedIn> {
    const { db, auth, passwords, sessions, clock } = this.deps
    const { member: before, address } = await this.memberOf(token)
    auth.refuseClosed(asOf(before, clock.now()))
    const use = await auth.verifyCode(before, code, origin)
    const passwordHash = await passwords.hash(password)
    const { _id } = before
    const isMailed = address !== undefined && address === before.email
    const verified = isMailed ? { emailVerifiedAt: before.emailVerifiedAt ?? clock.now() } : {}
    const member = await db.members.findOneAndUpdate(
      { $and: [{ _id }, inEpoch(epochOf(before)), openAt(clock.now()), use.filter] },
      withCode({ $set: { passwordHash, ...verified }, $inc: { sessionEpoch: 1 } }, use),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) {
      // Another call was first: with the same token, which is now of an earlier epoch, or with the same code.
      await this.memberOf(token)
      throw new ForumError('WRONG_CODE')
    }
    await db.passwordResets.deleteMany({ userId: _id })
    await sessions.endAll(_id, 'password')
    return auth.openAccount(member, origin)
  }

  /** Returns the member whom a token was made for, unless it was used or has expired. */
  private async memberOf(token: string): Promise<{ member: MemberDoc; address: string | undefined }> {
    const { db, tokens, clock } = this.deps
    const found = await db.passwordResets.findOne({
      _id: tokens.hash(token) ?? '',
      expiresAt: { $gt: clock.now() },
    })
    const member =
      found && (await db.members.findOne({ $and: [{ _id: found.userId }, inEpoch(found.sessionEpoch)] }))
    if (!member || member.status === 'deleted') throw badToken()
    return { member, address: found.address }
  }
}

/** Returns the condition of a member in a session epoch; members from before there were epochs have none. */
export const inEpoch = (sessionEpoch: number) =>
  sessionEpoch === 0 ? { $or: [{ sessionEpoch }, { sessionEpoch: { $exists: false } }] } : { sessionEpoch }

const badToken = () => refusedField('token', 'expired')
