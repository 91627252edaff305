import { HOUR_MS, type Clock } from '@forum/shared/clock'
import type { Api, BodyOf } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { RESET_HOURS } from '@forum/shared/limits'
import { REFUSALS } from '@forum/shared/bilingual'
import type { Mail } from '../mail'
import type { MemberDoc } from '../members'
import type { InBackground } from '../platform/background-work'
import { DURABLE, insertDurable } from '../platform/database'
import type { RateLimits } from '../platform/rate-limits'
import type { Collection } from '../platform/model'
import type { AuthService, CallOrigin, SignedIn } from './auth.service'
import type { PasswordResetDoc } from './password-resets.model'
import type { Passwords } from './passwords'
import type { Sessions } from './sessions.service'
import type { Tokens } from './tokens'

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
      site: { name: () => string; url: () => string }
      clock: Clock
      inBackground: InBackground
    },
  ) {}

  /**
   * Mails a link to the member with a username or an e-mail address. Returns before the member is looked up, so that
   * the response does not reveal whether the account exists.
   *
   * @throws ForumError `UNAVAILABLE` if mail is not configured
   */
  request(login: string): void {
    const { mail, inBackground } = this.deps
    if (!mail) throw new ForumError('UNAVAILABLE', { detail: REFUSALS.noMail })
    const sending = this.mailLink(login, mail).catch((error: unknown) => {
      // A reached limit is expected, so it is not reported.
      if (!(error instanceof ForumError)) throw error
    })
    inBackground(sending)
  }

  private async mailLink(login: string, mail: Mail): Promise<void> {
    const { db, auth, clock, limits, site, tokens } = this.deps
    const member = await auth.findByLogin(login.trim().toLowerCase())
    if (!member || member.status === 'inactive') return
    // Prevents flooding a member with mail.
    await limits.consume('resetMail', `user:${member._id}`)
    const token = tokens.create()
    await db.passwordResets.deleteMany({ userId: member._id })
    await insertDurable(db.passwordResets, {
      _id: tokens.hash(token) ?? '',
      userId: member._id,
      sessionEpoch: member.sessionEpoch ?? 0,
      expiresAt: new Date(clock.now().getTime() + RESET_HOURS * HOUR_MS),
    })
    mail.send({
      to: member.email,
      subject: `${site.name()}：重设密码`,
      text: [
        `${member.username}，你好！`,
        '',
        `有人（应该是你）请求重设你在${site.name()}的密码。请在 ${RESET_HOURS} 小时内打开下面的链接，设置新密码：`,
        '',
        // In the fragment, so that the token appears in no server log or referrer.
        `${site.url()}/reset-password#${token}`,
        '',
        '链接只能使用一次。如果不是你本人操作，请忽略这封邮件，你的密码不会改变。',
      ].join('\n'),
    })
  }

  /**
   * Sets a new password by a mailed token, ends all sessions and signs in. The second factor is asked for before the
   * token is used up: otherwise the mailbox alone would open the account.
   *
   * @throws ForumError `VALIDATION_FAILED` for a token that is wrong, used or expired, `ACCOUNT_BANNED`,
   * `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`
   */
  async reset(
    { token, password, code }: BodyOf<Api['resetPassword']>,
    origin: CallOrigin,
  ): Promise<SignedIn> {
    const { db, auth, passwords, sessions } = this.deps
    await this.verifySecondFactor(token, code)
    // Hash before using up the token, because the hashing queue may refuse.
    const passwordHash = await passwords.hash(password)
    const { userId, sessionEpoch } = await this.useToken(token)
    const member = await db.members.findOneAndUpdate(
      // Members from before there were epochs have none.
      {
        _id: userId,
        status: { $ne: 'deleted' },
        ...(sessionEpoch === 0
          ? { $or: [{ sessionEpoch }, { sessionEpoch: { $exists: false } }] }
          : { sessionEpoch }),
      },
      { $set: { passwordHash }, $inc: { sessionEpoch: 1 } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw badToken()
    await db.passwordResets.deleteMany({ userId: member._id })
    await sessions.endAll(member._id, 'password')
    return auth.openAccount(member, origin)
  }

  private async verifySecondFactor(token: string, code: string | undefined): Promise<void> {
    const { db, auth, tokens, clock } = this.deps
    const found = await db.passwordResets.findOne({
      _id: tokens.hash(token) ?? '',
      expiresAt: { $gt: clock.now() },
    })
    const member = found && (await db.members.findOne({ _id: found.userId }))
    if (member) await auth.verifyCode(member, code)
  }

  /** Consumes a token and returns what it is valid for. */
  private async useToken(token: string): Promise<Pick<PasswordResetDoc, 'userId' | 'sessionEpoch'>> {
    const { db, clock, tokens } = this.deps
    const used = await db.passwordResets.findOneAndDelete(
      { _id: tokens.hash(token) ?? '', expiresAt: { $gt: clock.now() } },
      { writeConcern: DURABLE },
    )
    if (!used) throw badToken()
    return used
  }
}

const badToken = () => new ForumError('VALIDATION_FAILED', { fields: [{ field: 'token', code: 'expired' }] })
