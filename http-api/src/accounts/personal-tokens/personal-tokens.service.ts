import { DAY_MS, type Clock } from '@forum/shared/clock'
import { PERSONAL_TOKEN_PREFIX, type Api, type BodyOf, type PersonalToken } from '@forum/shared/contract'
import { ForumError, refusedField } from '@forum/shared/errors'
import { TOKENS_PER_MEMBER, TOKEN_DAYS } from '../../platform/limits'
import { isMuted } from '@forum/shared/policies'
import type { BoardQueries, Readers } from '../../boards'
import { asOf, type MemberDoc } from '../../members'
import type { Viewer } from '../../platform/http/viewer'
import { DURABLE, insertDurable } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import type { InBackground } from '../../platform/work/background-work'
import { secondFactorOf, withoutSecrets } from '../account'
import type { Sessions, SessionViewer } from '../sessions.service'
import type { Tokens } from '../tokens'
import type { PersonalTokenDoc } from './personal-tokens.model'
import { mutedIn } from '../board-mutes'

/** Minimum interval between two updates of a token's `lastUsedAt`. */
const USED_INTERVAL_MS = 60_000

/** Tokens with which programs act for a member, within their scopes and until their end. */
export class PersonalTokens {
  constructor(
    private readonly deps: {
      db: { personalTokens: Collection<PersonalTokenDoc>; members: Collection<MemberDoc> }
      boards: BoardQueries
      readers: Readers
      sessions: Pick<Sessions, 'requireFreshPassword' | 'endToken' | 'identifyAll'>
      tokens: Tokens
      ids: Ids
      requiresSecondFactor: () => boolean
      clock: Clock
      inBackground: InBackground
    },
  ) {}

  async list({ actor }: Viewer): Promise<PersonalToken[]> {
    const { db, clock } = this.deps
    const alive = { userId: actor.id, expiresAt: { $gt: clock.now() } }
    const found = await db.personalTokens.find(alive, { sort: { _id: -1 } }).toArray()
    return found.map(present)
  }

  /**
   * Makes a token; its secret is not stored.
   *
   * @throws ForumError `PASSWORD_REQUIRED`, `VALIDATION_FAILED` for an end that has passed, `CONFLICT` if the caller has
   * as many as a member may have
   */
  async create(
    viewer: Viewer,
    { name, scopes, expiresAt }: BodyOf<Api['createToken']>,
  ): Promise<{ token: PersonalToken; secret: string }> {
    const { db, sessions, tokens, ids, clock } = this.deps
    await sessions.requireFreshPassword(viewer)
    const now = clock.now()
    const end = expiresAt ? new Date(expiresAt) : new Date(now.getTime() + TOKEN_DAYS * DAY_MS)
    if (end <= now) throw refusedField('expiresAt', 'past')
    const userId = viewer.actor.id
    const count = await db.personalTokens.countDocuments({ userId, expiresAt: { $gt: now } })
    if (count >= TOKENS_PER_MEMBER) throw new ForumError('CONFLICT')
    const bare = tokens.create()
    const token: PersonalTokenDoc = {
      _id: await ids.next('personalTokens'),
      userId,
      name,
      scopes: [...new Set(scopes)],
      secretHash: tokens.hash(bare) ?? '',
      createdAt: now,
      expiresAt: end,
      lastUsedAt: null,
    }
    await insertDurable(db.personalTokens, token)
    return { token: present(token), secret: PERSONAL_TOKEN_PREFIX + bare }
  }

  /** @throws ForumError `NOT_FOUND` */
  async revoke({ actor }: Viewer, _id: number): Promise<void> {
    const { deletedCount } = await this.deps.db.personalTokens.deleteOne(
      { _id, userId: actor.id },
      { writeConcern: DURABLE },
    )
    if (deletedCount === 0) throw new ForumError('NOT_FOUND')
    await this.deps.sessions.endToken(_id)
  }

  /** Returns the member for whom a token acts; null if it is no token, or dead, or the account is closed. */
  async identify(secret: string): Promise<SessionViewer | null> {
    const { db, tokens, boards, readers, requiresSecondFactor, clock } = this.deps
    const secretHash = tokens.hash(secret.slice(PERSONAL_TOKEN_PREFIX.length))
    if (secretHash === null) return null
    const now = clock.now()
    const token = await db.personalTokens.findOne({ secretHash, expiresAt: { $gt: now } })
    const stored = token && (await db.members.findOne({ _id: token.userId }))
    const member = stored && asOf(withoutSecrets(stored), now)
    if (!token || member?.status !== 'active') return null
    this.recordUse(token, now)
    const structure = await boards.wholeStructure()
    const isDue = secondFactorOf(member, requiresSecondFactor()) === 'due'
    const moderates = token.scopes.includes('moderate') && !isDue
    const role = moderates ? withoutAdmin(member.role) : 'user'
    const moderatedBoardIds = moderates ? structure.moderatedBy(member._id) : []
    return {
      // No session has such an id, so nothing that needs a fresh password can be done.
      sessionId: -token._id,
      expiresAt: token.expiresAt,
      member,
      scopes: token.scopes,
      actor: {
        id: member._id,
        role,
        moderatedBoardIds,
        isMuted: isMuted(member, now),
        ...mutedIn(member, structure, now),
        boards: await readers.rightsOf(member, { role, moderatedBoardIds }),
      },
    }
  }

  /**
   * Returns the member behind each token of a socket, in order: that of a session, or a personal one that may read. Null
   * for all others.
   */
  async identifyReaders(bearers: readonly string[]): Promise<(SessionViewer | null)[]> {
    const members = await this.deps.sessions.identifyAll(bearers)
    return Promise.all(
      members.map((viewer, i) => (viewer ? Promise.resolve(viewer) : this.identifyReader(bearers[i] ?? ''))),
    )
  }

  private async identifyReader(secret: string): Promise<SessionViewer | null> {
    if (!secret.startsWith(PERSONAL_TOKEN_PREFIX)) return null
    const viewer = await this.identify(secret)
    return viewer?.scopes?.includes('read') ? viewer : null
  }

  /** Returns the ids of the tokens of members. */
  async idsOf(userIds: readonly number[]): Promise<number[]> {
    const found = await this.deps.db.personalTokens
      .find<Pick<PersonalTokenDoc, '_id'>>({ userId: { $in: userIds } }, { projection: { _id: 1 } })
      .toArray()
    return found.map(({ _id }) => _id)
  }

  private recordUse({ _id, lastUsedAt }: PersonalTokenDoc, now: Date): void {
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < USED_INTERVAL_MS) return
    const { db, inBackground } = this.deps
    inBackground(db.personalTokens.updateOne({ _id }, { $set: { lastUsedAt: now } }))
  }
}

/** Settings of the site are for people, not for programs, so a token of an admin acts as one of a moderator. */
const withoutAdmin = (role: MemberDoc['role']) => (role === 'admin' ? 'moderator' : role)

const present = ({
  _id,
  name,
  scopes,
  createdAt,
  expiresAt,
  lastUsedAt,
}: PersonalTokenDoc): PersonalToken => ({
  id: _id,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
