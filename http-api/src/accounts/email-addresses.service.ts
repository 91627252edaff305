import { randomUUID } from 'node:crypto'
import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import type { Api, ResponseOf } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { UNDO_EMAIL_DAYS } from '@forum/shared/limits'
import { ACCOUNT_MAILS, REFUSALS, type Language } from '@forum/shared/bilingual'
import type { Freshness } from '../log'
import { NOT_DELETED, openAt, pendingEmailOf, type AddressWork, type MemberDoc } from '../members'
import type { mongo } from 'mongoose'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import type { RateLimits } from '../platform/http/rate-limits'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import type { InBackground } from '../platform/work/background-work'
import { finishNow, withWork } from '../platform/work/unfinished'
import type { AuthService } from './auth.service'
import type { EmailLinks } from './email-links.service'
import { epochOf } from './guesses'
import { isRefusedForGood, type Mail } from './mail'
import type { PasswordResetDoc } from './password-resets.model'
import { inEpoch } from './password-resets.service'
import type { Sessions } from './sessions.service'

export interface EmailAddressesDeps {
  db: { members: Collection<MemberDoc>; passwordResets: Collection<PasswordResetDoc> }
  auth: Pick<AuthService, 'present'>
  sessions: Sessions
  links: EmailLinks
  limits: RateLimits
  /** Null if mail is not configured. */
  mail: Mail | null
  siteName: () => string
  /** Returns true if members need a verified address to write. */
  isRequired: () => boolean
  freshness: Freshness
  clock: Clock
  inBackground: InBackground
  onFailure: (error: unknown) => void
}

/** Verifies the addresses of members, and replaces them (docs/decisions/0050). */
export class EmailAddresses {
  constructor(private readonly deps: EmailAddressesDeps) {}

  /**
   * Refuses a member without a verified address, if the site asks for one. Where no mail can be sent, nobody could
   * verify theirs, so nobody is refused.
   *
   * @throws ForumError `EMAIL_NOT_VERIFIED`
   */
  requireVerified(viewer: Viewer): void {
    const { sessions, isRequired, mail } = this.deps
    if (mail === null || !isRequired()) return
    if (!sessions.accountOf(viewer).emailVerifiedAt) throw new ForumError('EMAIL_NOT_VERIFIED')
  }

  /** Mails a newcomer the link that confirms the address; without mail does nothing. Returns at once. */
  welcome(member: MemberDoc, language: Language): void {
    const { mail, inBackground } = this.deps
    if (mail) inBackground(this.mailLink(member, { address: member.email, as: 'welcome', language }))
  }

  /**
   * Asks for another address. It replaces the present one when the link mailed to it is opened; the present one, if it
   * is verified, is mailed a link that takes the change back. The present address itself drops what was asked for. The
   * response does not depend on whether another account has the address.
   *
   * @throws ForumError `PASSWORD_REQUIRED`, `TOO_MANY_REQUESTS`, `UNAVAILABLE` if mail is not configured
   */
  async change(viewer: Viewer, address: string, language: Language): Promise<MemberDoc> {
    const { db, sessions, links, limits, mail, inBackground, clock } = this.deps
    if (!mail) throw new ForumError('UNAVAILABLE', { detail: REFUSALS.noMailForAddresses })
    await sessions.requireFreshPassword(viewer)
    const before = sessions.accountOf(viewer)
    if (address.toLowerCase() === before.email.toLowerCase()) return this.cancel(viewer)
    await limits.consume('addressMail', address.toLowerCase())
    const { _id, sessionEpoch = 0, email, emailVerifiedAt } = before
    const set = { $set: { pendingEmail: { address, epoch: sessionEpoch } } }
    // Whoever was mailed at an address that was never verified may be a stranger, who must get no say.
    const notices: AddressWork[] = emailVerifiedAt
      ? [
          {
            id: randomUUID(),
            kind: 'address_notice',
            since: clock.now(),
            from: email,
            to: address,
            language,
          },
        ]
      : []
    const member = await db.members.findOneAndUpdate(
      { _id, ...openAt(clock.now()) },
      notices.length === 0 ? set : withWork(set, ...notices),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('UNAUTHENTICATED')
    await links.end(_id, 'verify')
    this.deps.freshness.emit('memberChanged', _id)
    inBackground(this.mailLink(member, { address, as: 'confirm', language }))
    for (const notice of notices) inBackground(this.finishNotice(notice, _id))
    return member
  }

  /** Drops the address that a member asked for. The owner of the present one may still take the change back. */
  async cancel(viewer: Viewer): Promise<MemberDoc> {
    const { db, links, freshness, clock } = this.deps
    const member = await db.members.findOneAndUpdate(
      { _id: viewer.actor.id, ...openAt(clock.now()) },
      { $unset: { pendingEmail: 1 } },
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('UNAUTHENTICATED')
    await links.end(member._id, 'verify')
    freshness.emit('memberChanged', member._id)
    return member
  }

  /**
   * Mails the link again that confirms the address a member asked for, or the present one unless it is verified.
   *
   * @throws ForumError `TOO_MANY_REQUESTS`, `UNAVAILABLE` if mail is not configured
   */
  async resend(viewer: Viewer, language: Language): Promise<void> {
    const { db, limits, mail, inBackground, clock } = this.deps
    if (!mail) throw new ForumError('UNAVAILABLE', { detail: REFUSALS.noMailForAddresses })
    const member = await db.members.findOne({ _id: viewer.actor.id, ...openAt(clock.now()) })
    if (!member) throw new ForumError('UNAUTHENTICATED')
    const pending = pendingEmailOf(member)
    const isConfirmed = Boolean(member.emailVerifiedAt) && !member.emailBouncedAt
    const address = pending ?? (isConfirmed ? '' : member.email)
    if (address === '') return
    await limits.consume('addressMail', address.toLowerCase())
    inBackground(this.mailLink(member, { address, as: pending === null ? 'welcome' : 'confirm', language }))
  }

  /** Mails a link that confirms an address; if another account has it, only says so there. */
  private async mailLink(
    { _id, username, script }: MemberDoc,
    { address, as, language }: { address: string; as: 'welcome' | 'confirm'; language: Language },
  ): Promise<void> {
    const { db, links, mail, siteName } = this.deps
    const other = await db.members.findOne({ emailLower: address.toLowerCase(), _id: { $ne: _id } })
    const isInUse = other !== null || (await links.isReserved(address, _id))
    const texts = ACCOUNT_MAILS[language]
    const account = { site: siteName(), username }
    const text = isInUse
      ? texts.inUse(account)
      : texts[as]({ ...account, link: await links.make('verify', _id, address) })
    mail?.send({ to: address, language, script, ...text })
  }

  private async finishNotice(notice: AddressWork, memberId: number): Promise<void> {
    const { db, onFailure } = this.deps
    const carried = { carrier: db.members, _id: memberId, ids: [notice.id] }
    await finishNow(carried, () => this.notify(notice, memberId), onFailure)
  }

  /** Tells the owner of an address that it is being replaced; the sweep tries again until its server takes the mail. */
  async notify({ id, since, from, to, language }: AddressWork, memberId: number): Promise<void> {
    const { db, links, mail, siteName, clock } = this.deps
    const member = await db.members.findOne({ _id: memberId, ...NOT_DELETED })
    const isTooLate = ageMs(clock, since.getTime()) > UNDO_EMAIL_DAYS * DAY_MS
    if (!member || !mail || isTooLate) return
    const link = await links.make('undo', memberId, from, id)
    const account = { site: siteName(), username: member.username }
    const text = ACCOUNT_MAILS[language].replaced({ ...account, address: to, link })
    try {
      await mail.deliver({ to: from, language, script: member.script, ...text })
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
    }
  }

  /**
   * Confirms an address by a mailed token. Being signed in is not needed, but to another account is refused: such a link
   * would give its account the caller's address.
   *
   * @throws ForumError `VALIDATION_FAILED` for a token that is wrong, used, expired, outdated by a new password, or of
   * another account; `EMAIL_TAKEN` if another account got the address meanwhile
   */
  async verify(token: string, viewer: Viewer | null): Promise<ResponseOf<Api['verifyEmail']>> {
    const { db, links, freshness, clock, auth } = this.deps
    const link = await links.find('verify', token)
    if (!link) throw badToken()
    if (viewer && viewer.actor.id !== link.userId) throw badToken('other_account')
    const before = await db.members.findOne({ _id: link.userId, ...openAt(clock.now()) })
    if (!before) throw badToken()
    const { address, addressLower } = link
    const isPresent = before.emailLower === addressLower
    if (!isPresent && pendingEmailOf(before) !== address) throw badToken()
    if (!isPresent && (await links.isReserved(address, before._id))) throw new ForumError('EMAIL_TAKEN')
    const emailVerifiedAt = clock.now()
    const member = await this.write(
      before,
      isPresent
        ? { $set: { emailVerifiedAt }, $unset: { emailBouncedAt: 1 } }
        : {
            $set: { email: address, emailLower: addressLower, emailVerifiedAt },
            $unset: { pendingEmail: 1, emailBouncedAt: 1 },
          },
    )
    await links.end(member._id, 'verify')
    // Links mailed to the earlier address must not open the account any more.
    if (!isPresent) await db.passwordResets.deleteMany({ userId: member._id })
    freshness.emit('memberChanged', member._id)
    return viewer ? { user: await auth.present(member) } : {}
  }

  /**
   * Returns an account to the address to which the token was mailed, as verified, drops what was asked for and ends all
   * sessions. It is for the owner of an address that somebody else replaces.
   *
   * @throws ForumError `VALIDATION_FAILED` for a token that is wrong, used or expired
   */
  async undo(token: string): Promise<void> {
    const { db, links, sessions, freshness, clock } = this.deps
    const link = await links.find('undo', token)
    const before = link && (await db.members.findOne({ _id: link.userId, ...NOT_DELETED }))
    if (!before) throw badToken()
    const { address, addressLower } = link
    const member = await this.write(before, {
      $set: { email: address, emailLower: addressLower, emailVerifiedAt: clock.now() },
      $unset: { pendingEmail: 1, emailBouncedAt: 1 },
      $inc: { sessionEpoch: 1 },
    })
    // Also those by which a later address could take its own replacement back.
    await links.end(member._id)
    await db.passwordResets.deleteMany({ userId: member._id })
    freshness.emit('memberChanged', member._id)
    await sessions.endAll(member._id, 'logout')
  }

  /** Writes a member whose address is as it was read; two links that are opened at once have one effect. */
  private async write(before: MemberDoc, change: mongo.UpdateFilter<MemberDoc>): Promise<MemberDoc> {
    const { _id, emailLower } = before
    try {
      const member = await this.deps.db.members.findOneAndUpdate(
        { $and: [{ _id, emailLower, ...NOT_DELETED }, inEpoch(epochOf(before))] },
        change,
        { returnDocument: 'after', writeConcern: DURABLE },
      )
      if (!member) throw badToken()
      return member
    } catch (error) {
      if (violatedKey(error)?.includes('emailLower')) throw new ForumError('EMAIL_TAKEN', { cause: error })
      throw error
    }
  }
}

const badToken = (code = 'expired') => refusedField('token', code)
