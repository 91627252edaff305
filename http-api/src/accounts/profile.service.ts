import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { PROFILE_TEXTS, type Api, type BodyOf, type ProfileTexts } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { AVATARS_KEPT } from '../platform/limits'
import { isStaff, mayChangeProfile, mayUpload } from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import { audiences } from '@forum/shared/events'
import { uploadName, uploadUrl, type AvatarFiles } from '../files'
import type { Freshness } from '../log'
import {
  EMPTY_PROFILE,
  NOT_DELETED,
  openAt,
  storedNames,
  type MemberDoc,
  type NameGuard,
  type ProfileWork,
} from '../members'
import { DURABLE } from '../platform/mongo/database'
import type { Viewer } from '../platform/http/viewer'
import { authorize } from '../platform/http/authorize'
import type { Publisher } from '../platform/work/publisher'
import { withWork } from '../platform/work/unfinished'
import type { Collection } from '../platform/mongo/model'
import type { Words } from '../words'
import type { Account } from './account'
import type { Credentials } from './credentials.service'
import type { Passwords } from './passwords'
import { NO_CODE, withCode } from './second-factor-codes'
import type { Sessions } from './sessions.service'

/** Changes to members' own accounts. */
export class ProfileService {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      freshness: Freshness
      sessions: Sessions
      passwords: Passwords
      credentials: Credentials
      avatars: AvatarFiles
      words: Words
      names: NameGuard
      clock: Clock
      /** Called once a member's new texts of the profile are stored, with the work to list them. */
      onTexts: (memberId: number, line: ProfileWork) => Promise<void>
      publisher: Publisher
      onFailure: (error: unknown) => void
    },
  ) {}

  /**
   * Changes the fields that are given.
   *
   * @throws ForumError `VALIDATION_FAILED` for a name that reads like staff, and for another member's picture, `MUTED`
   */
  async change(viewer: Viewer, given: BodyOf<Api['updateProfile']>): Promise<MemberDoc> {
    const { avatar, showOnline, density, textSize, script, keepsHistory, ...named } = given
    const screened = await this.deps.words.screen(named)
    const { displayName, ...texts } = screened.texts
    const member = this.deps.sessions.accountOf(viewer)
    const writes = (['displayName', 'avatar', ...PROFILE_TEXTS] as const).some(
      (name) => Boolean(given[name]) && given[name] !== member[name],
    )
    authorize(mayChangeProfile(viewer.actor, { writes }))
    // A name that was imported, or stored before the rule, may stay as it is.
    const renames = displayName !== undefined && displayName !== member.displayName
    if (renames) await this.refuseAlike(displayName, viewer)
    const isOwn = (url: string) => url === member.avatar || (member.avatars?.includes(url) ?? false)
    if (avatar !== undefined && avatar !== null && !isOwn(avatar)) throw refusedField('avatar', 'invalid')
    screened.allowed()
    const written = (['displayName', ...PROFILE_TEXTS] as const).flatMap((name) => {
      const text = screened.texts[name]
      return text && text !== member[name] ? [text] : []
    })
    const line: ProfileWork[] =
      written.length === 0
        ? []
        : [{ id: randomUUID(), kind: 'profile', since: this.deps.clock.now(), text: written.join('\n') }]
    const fields = {
      ...(renames ? { ...(await storedNames(member.username, displayName)), hasAlikeName: false } : {}),
      ...defined(texts),
      ...(avatar === undefined ? {} : { avatar }),
      ...(showOnline === undefined ? {} : { showOnline }),
      ...(density === undefined ? {} : { density }),
      ...(textSize === undefined ? {} : { textSize }),
      ...(script === undefined ? {} : { script }),
      ...(keepsHistory === undefined ? {} : { keepsHistory }),
    }
    const changed = await this.set(member._id, fields, line)
    if (renames) await this.returnAlike(changed, member, line, viewer)
    for (const work of line) await this.deps.onTexts(changed._id, work)
    if (showOnline !== undefined) await this.publishVisibility(changed)
    return changed
  }

  /** @throws ForumError `VALIDATION_FAILED` for a name that reads like staff or looks like another member's */
  private async refuseAlike(displayName: string, { actor }: Viewer): Promise<void> {
    const code = await this.deps.names.problemOf(displayName, { id: actor.id, isStaff: isStaff(actor) })
    if (code !== null) throw refusedField('displayName', code)
  }

  /** Takes a new name back if another member has taken one like it at the same time. */
  private async returnAlike(
    changed: MemberDoc,
    before: Account,
    line: readonly ProfileWork[],
    viewer: Viewer,
  ): Promise<void> {
    try {
      await this.refuseAlike(changed.displayName, viewer)
    } catch (error) {
      const { _id, displayName } = changed
      const { username, hasAlikeName = false } = before
      await this.deps.db.members.updateOne(
        { _id, displayName, status: { $ne: 'deleted' } },
        {
          $set: { ...(await storedNames(username, before.displayName)), hasAlikeName },
          $pull: { unfinished: { id: { $in: line.map(({ id }) => id) } } },
        },
        { writeConcern: DURABLE },
      )
      this.deps.freshness.emit('memberChanged', _id)
      throw error
    }
  }

  /** Gateways that miss it learn of the change when they next check their sessions. */
  private async publishVisibility({ _id, showOnline }: MemberDoc): Promise<void> {
    const { publisher, onFailure } = this.deps
    await publisher.publish(audiences.user(_id), 'member:visibility', { showOnline }).catch(onFailure)
  }

  private async set(
    id: number,
    fields: Partial<MemberDoc>,
    line: readonly ProfileWork[],
  ): Promise<MemberDoc> {
    const member = await this.deps.db.members.findOneAndUpdate(
      { _id: id, ...openAt(this.deps.clock.now()) },
      line.length === 0 ? { $set: fields } : withWork({ $set: fields }, ...line),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError('UNAUTHENTICATED')
    this.deps.freshness.emit('memberChanged', id)
    return member
  }

  /**
   * Gives the caller a picture made of an upload.
   *
   * @throws ForumError `MUTED`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED` for a broken or too large picture
   */
  async setAvatar(viewer: Viewer, bytes: Uint8Array): Promise<{ member: MemberDoc; avatarUrl: string }> {
    const { avatars, db, clock, onFailure } = this.deps
    authorize(mayUpload(viewer.actor))
    const avatarUrl = uploadUrl(await this.saveAvatar(bytes))
    const before = await db.members.findOneAndUpdate(
      { _id: viewer.actor.id, ...openAt(clock.now()) },
      {
        $set: { avatar: avatarUrl },
        $push: { avatars: { $each: [avatarUrl], $slice: -AVATARS_KEPT } },
      },
      { writeConcern: DURABLE },
    )
    if (!before) {
      await avatars.remove(uploadName(avatarUrl)).catch(onFailure)
      throw new ForumError('UNAUTHENTICATED')
    }
    this.deps.freshness.emit('memberChanged', before._id)
    const given = [...(before.avatars ?? []), avatarUrl]
    for (const dropped of given.slice(0, -AVATARS_KEPT)) {
      await avatars.remove(uploadName(dropped)).catch(onFailure)
    }
    return { member: { ...before, avatar: avatarUrl }, avatarUrl }
  }

  private async saveAvatar(bytes: Uint8Array): Promise<string> {
    try {
      return await this.deps.avatars.save(bytes)
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      if (error.code === 'UNSUPPORTED_MEDIA_TYPE') {
        throw new ForumError('UNSUPPORTED_MEDIA_TYPE', { detail: REFUSALS.pictureType, cause: error })
      }
      const fields = error.fields.map(({ code }) => ({ field: 'avatar', code }))
      throw new ForumError(error.code, { fields, cause: error })
    }
  }

  /** Empties what a member says about themselves and removes their pictures; the username stays. */
  async erase(id: number): Promise<void> {
    const { db, freshness } = this.deps
    const member = await db.members.findOne({ _id: id, ...NOT_DELETED })
    if (!member) return
    const emptied = { ...EMPTY_PROFILE, avatar: null, ...(await storedNames(member.username, '')) }
    const unlisted = { unfinished: { kind: 'profile' as const } }
    await db.members.updateOne(
      { _id: id, ...NOT_DELETED },
      { $set: emptied, $pull: unlisted },
      { writeConcern: DURABLE },
    )
    await this.eraseAvatars(id)
    freshness.emit('memberChanged', id)
  }

  /** Deletes the pictures of a member whose account is being deleted, or has been. */
  async eraseAvatars(id: number): Promise<void> {
    const { db, avatars } = this.deps
    const member = await db.members.findOne({ _id: id }, { projection: { avatars: 1, clearedAvatars: 1 } })
    const urls = [...(member?.avatars ?? []), ...(member?.clearedAvatars ?? [])]
    for (const url of urls) await avatars.remove(uploadName(url))
    await db.members.updateOne({ _id: id }, { $unset: { avatars: 1, clearedAvatars: 1 } })
  }

  /**
   * Changes the password, or sets the first one, and ends all other sessions; the caller's session continues with the returned token.
   *
   * @throws ForumError `WRONG_PASSWORD`, `PASSWORD_REQUIRED`, `SECOND_FACTOR_REQUIRED`, `WRONG_CODE`,
   * `TOO_MANY_REQUESTS`
   */
  async changePassword(
    by: { viewer: Viewer; address: string },
    { currentPassword, newPassword, code }: BodyOf<Api['changePassword']>,
  ): Promise<{ member: MemberDoc; token: string }> {
    const { db, sessions, passwords, credentials, clock } = this.deps
    const { member: before, use } = await credentials.verify(
      by,
      { password: currentPassword, code },
      'currentPassword',
    )
    const { _id, passwordHash } = before
    // This single write ends every session of an earlier epoch. It matches no member if the password was changed, the
    // code used or the account closed concurrently.
    const member = await db.members.findOneAndUpdate(
      { $and: [{ _id, passwordHash }, openAt(clock.now()), use.filter] },
      withCode({ $set: { passwordHash: await passwords.hash(newPassword) }, $inc: { sessionEpoch: 1 } }, use),
      { returnDocument: 'after', writeConcern: DURABLE },
    )
    if (!member) throw new ForumError(use === NO_CODE ? 'WRONG_PASSWORD' : 'WRONG_CODE')
    const token = await sessions.renew(by.viewer, member.sessionEpoch ?? 0)
    await sessions.endAll(member._id, 'password', by.viewer.sessionId)
    return { member, token }
  }
}

/** Returns the texts that are given. */
const defined = (texts: { [Name in keyof ProfileTexts]?: string | undefined }): Partial<ProfileTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
