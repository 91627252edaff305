import { ageMs, DAY_MS, type Clock } from '@forum/shared/clock'
import { audiences, type RevokedReason } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { FRESH_PASSWORD_MS, ONLINE_WITHIN_MS, SESSIONS_PER_MEMBER, SESSION_DAYS } from '../platform/limits'
import { isMuted } from '@forum/shared/policies'
import { LRUCache } from 'lru-cache'
import type { BoardQueries, Readers } from '../boards'
import type { Freshness } from '../log'
import { asOf, type MemberDoc, unreadWarnings } from '../members'
import { BatchedReads } from '../platform/work/batched-reads'
import { DURABLE, insertDurable } from '../platform/mongo/database'
import type { Ids } from '../platform/mongo/ids'
import { Provided } from '../platform/work/provided'
import type { Publisher } from '../platform/work/publisher'
import type { Viewer } from '../platform/http/viewer'
import type { Collection } from '../platform/mongo/model'
import { secondFactorOf, withoutSecrets, type Account } from './account'
import type { SessionDoc } from './sessions.model'
import type { Tokens } from './tokens'
import { mutedIn } from './board-mutes'

const LIFETIME_MS = SESSION_DAYS * DAY_MS
/** Minimum interval between two updates of a session's `lastSeenAt`. */
const SEEN_INTERVAL_MS = 60_000
export const SESSIONS_INTERVAL_MS = 5_000
/** Interval at which revocations that the bus did not accept are published again. */
export const REVOCATIONS_INTERVAL_MS = 1_000
/** Number of such revocations that are kept, the latest. */
const MAX_UNPUBLISHED = 10_000

/** A viewer with the account behind it, as read together with the session. */
export interface SessionViewer extends Viewer {
  member: Account
}

/** Returns true if all sessions of the member have ended since this one was opened. */
const isOutdated = (session: SessionDoc, member: Account) => (session.epoch ?? 0) < (member.sessionEpoch ?? 0)

const isSessionViewer = (viewer: Viewer): viewer is SessionViewer => 'member' in viewer

export interface SessionsDeps {
  db: { sessions: Collection<SessionDoc>; members: Collection<MemberDoc> }
  boards: BoardQueries
  freshness: Freshness
  publisher: Publisher
  tokens: Tokens
  ids: Ids
  clock: Clock
  readers: Pick<Readers, 'rightsOf'>
  /** Returns true if staff without a second factor have only the rights of members. */
  requiresSecondFactor: () => boolean
  /** Called with each account that is read together with a session, and the time before the read. */
  onRead: (member: MemberDoc, at: Date) => void
  onFailure: (error: unknown) => void
}

/**
 * The time for which an identified token is cached. A revocation clears the cache at once in its own process; in
 * other processes the token stops working within this time, even while the bus is unavailable.
 */
const IDENTIFIED_MS = 1_000
const IDENTIFIED_MAX = 10_000

interface Identified {
  viewer: SessionViewer
  session: Pick<SessionDoc, '_id' | 'lastSeenAt' | 'expiresAt'>
  at: number
}

/** The sessions of members. A revoked token is dead in every process within a second. */
export class Sessions {
  private readonly seen = new Map<number, Date>()
  /** By token, since hashing costs more than the rest of a lookup. Entries are dropped soon after they expire. */
  private readonly cache = new LRUCache<string, Identified>({ max: IDENTIFIED_MAX })
  /** Counts this process's revocations, so that a session read before one is not cached after it. */
  private revocations = 0
  private readonly reads = new BatchedReads<string, Identified>((hashes) => this.read(hashes))
  /** The ids of members' personal tokens, whose sockets follow their accounts as those of sessions do. */
  readonly personalTokensOf = new Provided<[userIds: readonly number[]], Promise<number[]>>('personal tokens')
  /** The revocations that the bus did not accept, by session. */
  private readonly unpublished = new LRUCache<number, RevokedReason>({ max: MAX_UNPUBLISHED })

  constructor(private readonly deps: SessionsDeps) {
    // The account is cached with the session.
    deps.freshness.on('memberChanged', () => this.forgetIdentified())
    // So is what its member may do in which boards.
    deps.freshness.on('boardTreeChanged', () => this.forgetIdentified())
  }

  /**
   * Opens a session and returns its token, which is not stored.
   *
   * @param epoch the member's `sessionEpoch` as read with the password that was verified
   */
  async open(userId: number, userAgent: string, epoch = 0): Promise<string> {
    const { db, clock, ids, tokens } = this.deps
    const token = tokens.create()
    const now = clock.now()
    const session: SessionDoc = {
      _id: await ids.next('sessions'),
      userId,
      tokenHash: tokens.hash(token) ?? '',
      epoch,
      userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    }
    await insertDurable(db.sessions, session)
    await this.endBeyondBound(userId)
    return token
  }

  /** Ends the least recently used sessions of a member who has more than allowed. */
  private async endBeyondBound(userId: number): Promise<void> {
    const excess = await this.deps.db.sessions
      .find<Pick<SessionDoc, '_id'>>(
        { userId },
        { projection: { _id: 1 }, sort: { lastSeenAt: -1 }, skip: SESSIONS_PER_MEMBER },
      )
      .toArray()
    if (excess.length === 0) return
    const ids = excess.map(({ _id }) => _id)
    await this.deps.db.sessions.deleteMany({ _id: { $in: ids } }, { writeConcern: DURABLE })
    this.forgetIdentified()
    for (const id of ids) await this.publishRevoked(id, 'expired')
  }

  /** Returns the member behind a token; null if it is malformed, expired or revoked, or the account is closed. */
  async identify(token: string): Promise<SessionViewer | null> {
    const hash = this.deps.tokens.hash(token)
    if (hash === null) return null
    const { revocations } = this
    const found = (await this.reads.get(hash)) ?? null
    if (!found) return null
    if (revocations === this.revocations) this.cache.set(token, found)
    this.recordUse(found.session, this.deps.clock.now())
    return found.viewer
  }

  /** As `identify`, for tokens identified within the last second; null for all others. */
  identifyKnown(token: string): SessionViewer | null {
    const cached = this.cache.get(token)
    if (!cached) return null
    const now = this.deps.clock.now()
    if (ageMs(this.deps.clock, cached.at) > IDENTIFIED_MS || cached.session.expiresAt <= now) return null
    this.recordUse(cached.session, now)
    return cached.viewer
  }

  /**
   * Returns the member behind each token, in order, as `identify` does, for gateways. All lookups that are waiting share one query, so
   * that any number of handshakes costs no more than that.
   */
  async identifyAll(bearers: readonly string[]): Promise<(SessionViewer | null)[]> {
    const { boards, clock, tokens } = this.deps
    const hashes = bearers.map((token) => tokens.hash(token))
    const wanted = [...new Set(hashes)].filter((hash) => hash !== null)
    if (wanted.length === 0) return hashes.map(() => null)
    // The rights of the members are computed from the board tree, so it is read first.
    await boards.currentStructure()
    const found = await this.reads.getAll(wanted)
    const now = clock.now()
    return hashes.map((hash) => {
      const identified = hash === null ? undefined : found.get(hash)
      if (!identified) return null
      this.recordUse(identified.session, now)
      return identified.viewer
    })
  }

  /** Reads sessions with their members in one round trip. Returns those that are alive, by the hash of their token. */
  private async read(hashes: readonly string[]): Promise<ReadonlyMap<string, Identified>> {
    const { db, clock, boards, readers, requiresSecondFactor, onRead } = this.deps
    const now = clock.now()
    const found = await db.sessions
      .aggregate<SessionDoc & { members: MemberDoc[] }>([
        { $match: { tokenHash: { $in: hashes }, expiresAt: { $gt: now } } },
        {
          $lookup: {
            from: db.members.collectionName,
            localField: 'userId',
            foreignField: '_id',
            as: 'members',
          },
        },
      ])
      .toArray()
    if (found.length === 0) return new Map()
    const structure = await boards.wholeStructure()
    const alive = new Map<string, Identified>()
    for (const { members, ...session } of found) {
      const [stored] = members
      if (stored) onRead(stored, now)
      const member = stored && asOf(withoutSecrets(stored), now)
      if (member?.status !== 'active' || isOutdated(session, member)) continue
      // Staff who still lack a second factor that the site requires.
      const isDue = secondFactorOf(member, requiresSecondFactor()) === 'due'
      const role = isDue ? 'user' : member.role
      const moderatedBoardIds = isDue ? [] : structure.moderatedBy(member._id)
      const viewer: SessionViewer = {
        sessionId: session._id,
        expiresAt: session.expiresAt,
        member,
        actor: {
          id: member._id,
          role,
          moderatedBoardIds,
          isMuted: isMuted(member, now),
          ...mutedIn(member, structure, now),
          boards: await readers.rightsOf(member, { role, moderatedBoardIds }),
        },
      }
      const { _id, lastSeenAt, expiresAt } = session
      alive.set(session.tokenHash, { viewer, session: { _id, lastSeenAt, expiresAt }, at: now.getTime() })
    }
    return alive
  }

  /** Records that the password was typed in a session. */
  async confirmPassword({ sessionId }: Viewer): Promise<void> {
    const { db, clock } = this.deps
    await db.sessions.updateOne(
      { _id: sessionId },
      { $set: { confirmedAt: clock.now() } },
      { writeConcern: DURABLE },
    )
  }

  /**
   * Refuses an act that hurts most unless the password was typed recently in the session: a page that was left open, or
   * a stolen token, must not be enough. It reads the session, since other processes may have a copy of it.
   *
   * @throws ForumError `PASSWORD_REQUIRED`
   */
  async requireFreshPassword({ sessionId }: Pick<Viewer, 'sessionId'>): Promise<void> {
    const session = await this.deps.db.sessions.findOne({ _id: sessionId })
    const typedAt = session?.confirmedAt ?? session?.createdAt
    const fresh = this.deps.clock.now().getTime() - FRESH_PASSWORD_MS
    if (!typedAt || typedAt.getTime() < fresh) throw new ForumError('PASSWORD_REQUIRED')
  }

  /** Returns the account that was read together with the session of a caller. */
  accountOf(viewer: Viewer): Account {
    if (!isSessionViewer(viewer)) throw new ForumError('UNAUTHENTICATED')
    return viewer.member
  }

  /**
   * Clears the cache of identified tokens after some were revoked or their members' rights changed. Entries expire
   * within a second anyway.
   */
  private forgetIdentified(): void {
    this.revocations++
    this.cache.clear()
  }

  private recordUse(session: Identified['session'], now: Date): void {
    if (now.getTime() - session.lastSeenAt.getTime() > SEEN_INTERVAL_MS) this.seen.set(session._id, now)
  }

  /** Returns the sessions of a member, most recently used first; `current` is the one of the caller, if it is theirs. */
  async list(userId: number, current: number | null) {
    const sessions = await this.deps.db.sessions
      .find({ userId, expiresAt: { $gt: this.deps.clock.now() } }, { sort: { lastSeenAt: -1 } })
      .toArray()
    return sessions.map((session) => ({
      id: session._id,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      userAgent: session.userAgent,
      current: session._id === current,
    }))
  }

  /**
   * Ends one of a member's own sessions.
   *
   * @throws ForumError `NOT_FOUND` if the member has no such session
   */
  async revoke(userId: number, sessionId: number, reason: RevokedReason): Promise<void> {
    const { deletedCount } = await this.deps.db.sessions.deleteOne(
      { _id: sessionId, userId },
      { writeConcern: DURABLE },
    )
    if (deletedCount === 0) throw new ForumError('NOT_FOUND')
    this.forgetIdentified()
    await this.publishRevoked(sessionId, reason)
  }

  /** Applies changed rights to members' sessions at once: pages and sockets identify themselves again. */
  async applyRights(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return
    this.forgetIdentified()
    const sessions = await this.deps.db.sessions
      .find<Pick<SessionDoc, '_id'>>({ userId: { $in: userIds } }, { projection: { _id: 1 } })
      .toArray()
    for (const { _id } of sessions) await this.publishRevoked(_id, 'role')
    for (const id of await this.personalTokensOf.call(userIds)) await this.publishRevoked(-id, 'role')
  }

  /**
   * Refuses a member who has a warning to read.
   *
   * @throws ForumError `WARNING_UNREAD`
   */
  requireWarningsRead(viewer: Viewer): void {
    if (unreadWarnings(this.accountOf(viewer), this.deps.clock.now()).length > 0)
      throw new ForumError('WARNING_UNREAD')
  }

  /** Ends the session of a token, if there is one. */
  async revokeToken(token: string): Promise<void> {
    const hash = this.deps.tokens.hash(token)
    if (!hash) return
    const session = await this.deps.db.sessions.findOneAndDelete(
      { tokenHash: hash },
      { writeConcern: DURABLE },
    )
    if (!session) return
    this.forgetIdentified()
    await this.publishRevoked(session._id, 'logout')
  }

  /**
   * Moves a session, whose password was just set, to a new token and to the member's current epoch, and returns the token. The old token is dead.
   *
   * @throws ForumError `UNAUTHENTICATED` when the session has ended meanwhile
   */
  async renew({ sessionId }: Viewer, epoch: number): Promise<string> {
    const { db, tokens, clock } = this.deps
    const token = tokens.create()
    const { matchedCount } = await db.sessions.updateOne(
      { _id: sessionId },
      { $set: { tokenHash: tokens.hash(token) ?? '', epoch, confirmedAt: clock.now() } },
      { writeConcern: DURABLE },
    )
    if (matchedCount === 0) throw new ForumError('UNAUTHENTICATED')
    this.forgetIdentified()
    return token
  }

  /**
   * Removes the member's sessions that died because its epoch or status changed, and publishes their end.
   *
   * @param kept a session that continues
   */
  async endAll(userId: number, reason: RevokedReason, kept?: number): Promise<void> {
    this.forgetIdentified()
    const filter = { userId, ...(kept === undefined ? {} : { _id: { $ne: kept } }) }
    const ended = await this.deps.db.sessions
      .find<Pick<SessionDoc, '_id'>>(filter, { projection: { _id: 1 } })
      .toArray()
    const ids = ended.map(({ _id }) => _id)
    await this.deps.db.sessions.deleteMany({ _id: { $in: ids } }, { writeConcern: DURABLE })
    for (const id of await this.personalTokensOf.call([userId])) ids.push(-id)
    // In parallel: while the bus is unavailable, the response must wait once, not once per session.
    await Promise.all(ids.map((id) => this.publishRevoked(id, reason)))
  }

  /** Ends the sockets of a personal token that was revoked. */
  endToken(id: number): Promise<void> {
    return this.publishRevoked(-id, 'logout')
  }

  /** Returns which of these members were seen recently: gateways check the sessions of their sockets once a minute. */
  async onlineAmong(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const since = new Date(this.deps.clock.now().getTime() - ONLINE_WITHIN_MS)
    const found = await this.deps.db.sessions
      .find<Pick<SessionDoc, 'userId'>>(
        { userId: { $in: userIds }, lastSeenAt: { $gte: since } },
        { projection: { userId: 1, _id: 0 } },
      )
      .toArray()
    return new Set(found.map(({ userId }) => userId))
  }

  /** Returns which of these sessions are alive. */
  async aliveAmong(sessionIds: readonly number[]): Promise<ReadonlySet<number>> {
    const alive = { _id: { $in: sessionIds }, expiresAt: { $gt: this.deps.clock.now() } }
    const found = await this.deps.db.sessions
      .find<Pick<SessionDoc, '_id'>>(alive, { projection: { _id: 1 } })
      .toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  /**
   * Publishes a revocation, again and again if the bus is unavailable (`publishAgain`). If this process crashes before, a
   * gateway finds at its next check that a session has ended; a changed role waits for the next connection.
   */
  private async publishRevoked(sessionId: number, reason: RevokedReason): Promise<void> {
    try {
      await this.deps.publisher.publish(audiences.session(sessionId), 'session:revoked', { reason })
      // Another revocation of the session may have failed meanwhile.
      if (this.unpublished.peek(sessionId) === reason) this.unpublished.delete(sessionId)
    } catch (error) {
      this.unpublished.set(sessionId, reason)
      this.deps.onFailure(error)
    }
  }

  /** Publishes the revocations that the bus has not accepted (docs/live.md, Promise 4). */
  async publishAgain(): Promise<void> {
    for (const [sessionId, reason] of [...this.unpublished]) {
      await this.publishRevoked(sessionId, reason)
      // The bus is still unavailable, and each attempt may take long.
      if (this.unpublished.has(sessionId)) return
    }
  }

  /** Writes the buffered times of last use in one batch; losing a few seconds of them is harmless. */
  async flush(): Promise<void> {
    const keptFrom = this.deps.clock.now().getTime() - IDENTIFIED_MS
    for (const [token, { at }] of this.cache) if (at < keptFrom) this.cache.delete(token)
    const uses = [...this.seen]
    this.seen.clear()
    if (uses.length === 0) return
    await this.deps.db.sessions.bulkWrite(
      uses.map(([_id, at]) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { lastSeenAt: at, expiresAt: new Date(at.getTime() + LIFETIME_MS) } },
        },
      })),
    )
  }
}
