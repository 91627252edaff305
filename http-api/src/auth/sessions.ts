import type { Clock } from '@forum/shared/clock'
import { audiences, type RevokedReason } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { SESSION_DAYS } from '@forum/shared/limits'
import { isMuted } from '@forum/shared/policies'
import type { Model } from 'mongoose'
import type { BoardQueries } from '../boards'
import type { LiveUpdates } from '../live-updates'
import type { MemberDoc } from '../members'
import { insertDurable } from '../platform/database'
import type { Ids } from '../platform/ids'
import type { Publisher } from '../platform/publisher'
import type { Viewer } from '../platform/viewer'
import type { SessionDoc } from './sessions.model'
import type { Tokens } from './tokens'

const LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60 * 1_000
/** Use within this long of the last noted use is not noted again. */
const SEEN_EVERY_MS = 60_000
const FLUSH_EVERY_MS = 5_000

/** A viewer with the account behind it, as read together with the session. */
export interface SessionViewer extends Viewer {
  member: MemberDoc
}

export interface SessionsDeps {
  db: { sessions: Model<SessionDoc>; members: Model<MemberDoc> }
  boards: BoardQueries
  publisher: Publisher
  tokens: Tokens
  ids: Ids
  clock: Clock
  onFailure: (error: unknown) => void
}

/**
 * Who is signed in where. The record in the database is the truth and is read for every call: a token that
 * was revoked is dead everywhere from then on, with no cache to outlive it.
 */
export class Sessions {
  private readonly seen = new Map<number, Date>()
  private readonly flushing: NodeJS.Timeout

  constructor(private readonly deps: SessionsDeps) {
    this.flushing = setInterval(() => void this.flush().catch(deps.onFailure), FLUSH_EVERY_MS)
    this.flushing.unref()
  }

  /** Opens a session and gives its token, which is told this once. */
  async open(userId: number, userAgent: string): Promise<string> {
    const { db, clock, ids, tokens } = this.deps
    const token = tokens.create()
    const now = clock.now()
    const session: SessionDoc = {
      _id: await ids.next('sessions'),
      userId,
      tokenHash: tokens.hash(token) ?? '',
      userAgent,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    }
    await insertDurable(db.sessions, session)
    return token
  }

  /** The member behind a token; null when it is malformed, expired, revoked or its account is not active. */
  async identify(token: string): Promise<SessionViewer | null> {
    const { db, clock, boards, tokens } = this.deps
    const hash = tokens.hash(token)
    if (!hash) return null
    const now = clock.now()
    const session = await db.sessions
      .findOne({ tokenHash: hash, expiresAt: { $gt: now } })
      .lean<SessionDoc | null>()
    if (!session) return null
    const member = await db.members.findById(session.userId).lean<MemberDoc | null>()
    if (member?.status !== 'active') return null
    if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) this.seen.set(session._id, now)
    return {
      sessionId: session._id,
      expiresAt: session.expiresAt,
      member,
      actor: {
        id: member._id,
        role: member.role,
        moderatedBoardIds: (await boards.structure()).moderatedBy(member._id),
        isMuted: isMuted(member, now),
      },
    }
  }

  async list(viewer: Viewer) {
    const sessions = await this.deps.db.sessions
      .find({ userId: viewer.actor.id, expiresAt: { $gt: this.deps.clock.now() } })
      .sort({ lastSeenAt: -1 })
      .lean<SessionDoc[]>()
    return sessions.map((session) => ({
      id: session._id,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      userAgent: session.userAgent,
      current: session._id === viewer.sessionId,
    }))
  }

  /** Ends one of a member's own sessions. */
  async revoke(userId: number, sessionId: number, reason: RevokedReason): Promise<void> {
    const { deletedCount } = await this.deps.db.sessions.deleteOne({ _id: sessionId, userId })
    if (deletedCount === 0) throw new ForumError('NOT_FOUND')
    await this.publishRevoked(sessionId, reason)
  }

  /** Ends the session of a token, if there is one. */
  async revokeToken(token: string): Promise<void> {
    const hash = this.deps.tokens.hash(token)
    if (!hash) return
    const session = await this.deps.db.sessions
      .findOneAndDelete({ tokenHash: hash })
      .lean<SessionDoc | null>()
    if (session) await this.publishRevoked(session._id, 'logout')
  }

  /** The record is gone, which is what counts: a gateway that misses the event finds out at its next check. */
  private async publishRevoked(sessionId: number, reason: RevokedReason): Promise<void> {
    try {
      await this.deps.publisher.publish(audiences.session(sessionId), 'session:revoked', { reason })
    } catch (error) {
      this.deps.onFailure(error)
    }
  }

  /** Writes down when sessions were last used, in one go; losing a few seconds of it is no harm. */
  async flush(): Promise<void> {
    const noted = [...this.seen]
    this.seen.clear()
    if (noted.length === 0) return
    await this.deps.db.sessions.bulkWrite(
      noted.map(([_id, at]) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { lastSeenAt: at, expiresAt: new Date(at.getTime() + LIFETIME_MS) } },
        },
      })),
    )
  }

  async stop(): Promise<void> {
    clearInterval(this.flushing)
    await this.flush()
  }
}
