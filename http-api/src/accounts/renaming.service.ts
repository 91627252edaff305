import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { ForumError, refusedField } from '@forum/shared/errors'
import { mayChangeRole } from '@forum/shared/policies'
import type { Freshness } from '../log'
import {
  NOT_DELETED,
  openAt,
  renamableAt,
  storedNames,
  type FormerNames,
  type MemberDoc,
  type NameGuard,
  type ProfileWork,
} from '../members'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import { DURABLE, violatedKey } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { actWork, withWork } from '../platform/work/unfinished'
import type { ModerationLog } from '../record'
import type { Words } from '../words'
import type { RetiredUsernames } from './retired-usernames.service'
import type { Sessions } from './sessions.service'

/** The work that a change of a name leaves: an act of an admin, or a line of the moderators' feed. */
type Left = ReturnType<typeof actWork> | ProfileWork

/** Gives members other usernames. The old ones lead to them (`FormerNames`). */
export class Renaming {
  constructor(
    private readonly deps: {
      db: { members: Collection<MemberDoc> }
      sessions: Sessions
      names: NameGuard
      former: FormerNames
      retired: RetiredUsernames
      words: Words
      log: ModerationLog
      freshness: Freshness
      /** Called once a name is stored, with the work to list it. */
      onTexts: (memberId: number, line: ProfileWork) => Promise<void>
      clock: Clock
    },
  ) {}

  /**
   * Gives the caller another username, once in `RENAME_DAYS`. Another case of the same letters may be chosen at any
   * time.
   *
   * @throws ForumError `PASSWORD_REQUIRED`, `TOO_MANY_REQUESTS` before `renamableAt`, `USERNAME_TAKEN`,
   * `CONTENT_BLOCKED`, `VALIDATION_FAILED` for a name that looks like another's
   */
  async renameOneself(viewer: Viewer, username: string): Promise<MemberDoc> {
    const { db, sessions, clock, onTexts } = this.deps
    await sessions.requireFreshPassword(viewer)
    const now = clock.now()
    const before = await db.members.findOne({ _id: viewer.actor.id, ...openAt(now) })
    if (!before) throw new ForumError('UNAUTHENTICATED')
    if (username === before.username) return before
    const waitMs = renamableAt(before).getTime() - now.getTime()
    if (waitMs > 0 && !isSameName(before, username)) {
      throw new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    }
    const line: ProfileWork = {
      id: randomUUID(),
      kind: 'profile',
      since: now,
      text: `@${before.username} → @${username}`,
    }
    const renamedAt = isSameName(before, username) ? {} : { renamedAt: now }
    const member = await this.rename(before, username, line, renamedAt)
    await onTexts(member._id, line)
    return member
  }

  /**
   * Gives a member of a lower role another username, at any time.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `PASSWORD_REQUIRED`, `USERNAME_TAKEN`, `CONTENT_BLOCKED`,
   * `VALIDATION_FAILED` for a name that looks like another's
   */
  async renameMember(viewer: Viewer, userId: number, username: string): Promise<MemberDoc> {
    const { db, sessions, log } = this.deps
    const before = await db.members.findOne({ _id: userId, ...NOT_DELETED })
    if (!before) throw new ForumError('NOT_FOUND')
    authorize(mayChangeRole(viewer.actor, { id: userId, role: before.role }))
    await sessions.requireFreshPassword(viewer)
    if (username === before.username) return before
    const act = log.draft({
      actorId: viewer.actor.id,
      action: 'rename_user',
      target: `member ${userId} username`,
      userId,
      changes: [{ field: 'username', before: before.username, after: username }],
    })
    const member = await this.rename(before, username, actWork(act))
    await log.appendCarried(db.members, userId, act)
    return member
  }

  private async rename(
    before: MemberDoc,
    username: string,
    left: Left,
    more: Partial<MemberDoc> = {},
  ): Promise<MemberDoc> {
    const { db, names, former, retired, words, freshness } = this.deps
    const { _id, usernameLower, displayName } = before
    if ((await words.screen({ username })).allowed().username !== username)
      throw new ForumError('CONTENT_BLOCKED')
    if (await names.isUsernameAlike(username, _id)) {
      throw refusedField('username', 'reserved')
    }
    if ((await retired.has(username)) || (await former.isReserved(username, _id))) {
      throw new ForumError('USERNAME_TAKEN')
    }
    // Before the name is given up, so that nobody gets it in between.
    if (!isSameName(before, username)) await former.keep(usernameLower, _id)
    const named = {
      username,
      usernameLower: username.toLowerCase(),
      ...(await storedNames(username, displayName)),
    }
    let member: MemberDoc | null
    try {
      member = await db.members.findOneAndUpdate(
        { _id, usernameLower, ...NOT_DELETED },
        withWork({ $set: { ...named, ...more } }, left),
        { returnDocument: 'after', writeConcern: DURABLE },
      )
    } catch (error) {
      if (!violatedKey(error)?.includes('usernameLower')) throw error
      await former.forget(usernameLower)
      throw new ForumError('USERNAME_TAKEN', { cause: error })
    }
    // Another rename was first.
    if (!member) throw new ForumError('CONFLICT')
    await former.forget(username)
    freshness.emit('memberChanged', _id)
    return member
  }
}

const isSameName = ({ usernameLower }: MemberDoc, username: string): boolean =>
  usernameLower === username.toLowerCase()
