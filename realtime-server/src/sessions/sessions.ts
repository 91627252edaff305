import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Clock } from '@forum/shared/clock'
import { IDENTIFY_MAX, type TokenHolder } from '@forum/shared/contract'
import { audiences, serverEvents, type ServerEvent } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { Subscriptions } from '../bus/subscriptions'
import { withEnvelope, type GatewaySocket, type OpenSession } from '../connection/socket'
import type { Intervals } from '../intervals'
import type { Identify } from './identify'

interface Deps {
  identify: Identify
  subscriptions: Subscriptions
  clock: Clock
  intervals: Intervals
  log: Logger
  /** Runs when the member is renamed, or has another visibility or other rights in boards. */
  onChanged(session: OpenSession): void
}

/**
 * The sessions of the open sockets. The session record in the database is the truth, and only the API sees it:
 * revocations arrive on the bus, and every session is checked again after the bus was unavailable and at least once a
 * minute (docs/live.md).
 */
export class Sessions {
  private readonly sessions = new Map<string, OpenSession>()
  private readonly stop: StopRepeating
  private checking: Promise<void> | null = null
  private isCheckWanted = false
  /** Increases with every `checkAll`, so that the result of an earlier check does not count. */
  private round = 0

  constructor(private readonly deps: Deps) {
    this.stop = repeat(
      deps.intervals.sessionCheck,
      () => this.check(),
      (error) => deps.log.error({ err: error }, 'could not check sessions'),
    )
  }

  /**
   * Keeps a session open for as long as the connection lives. Once the promise has resolved, revocations are received;
   * another check finds one that happens between the API's response and that moment.
   */
  async open(token: string, holder: TokenHolder, socket: GatewaySocket): Promise<OpenSession> {
    const existing = this.sessions.get(token)
    const session = existing ?? { token, holder, sockets: new Set(), uses: 0, dueAt: 0, ended: null }
    this.sessions.set(token, session)
    session.uses += 1
    const personal = [audiences.user(holder.user.id), audiences.session(holder.sessionId)]
    let isReleased = false
    const release = () => {
      // A connection that breaks off causes both events, the second while the listeners of the first still run.
      if (isReleased) return
      isReleased = true
      session.sockets.delete(socket)
      for (const audience of personal) this.deps.subscriptions.unwatch(audience)
      session.uses -= 1
      if (session.uses === 0 && this.sessions.get(token) === session) this.sessions.delete(token)
    }
    socket.conn.once('close', release)
    socket.once('disconnect', release)
    await Promise.all(personal.map((audience) => this.deps.subscriptions.watch(audience)))
    if (!existing) void this.check()
    return session
  }

  /** Attaches a connected socket; a revocation of the session reaches it from here on. */
  attach(session: OpenSession, socket: GatewaySocket): void {
    session.sockets.add(socket)
    if (session.ended) this.disconnect(socket, session.ended)
  }

  /** Ends a session after a revocation from the bus. Throws if the event has an invalid shape. */
  revoke(sessionId: number, event: unknown): void {
    const revoked = serverEvents['session:revoked'].parse(event)
    for (const session of this.sessions.values())
      if (session.holder.sessionId === sessionId) this.end(session, revoked)
  }

  /** Applies a member's choice to be shown or hidden. Throws if the event has an invalid shape. */
  setVisibility(userId: number, event: unknown): void {
    const { showOnline } = serverEvents['member:visibility'].parse(event)
    for (const session of this.sessions.values()) {
      const { holder } = session
      if (holder.user.id !== userId || holder.showOnline === showOnline) continue
      session.holder = { ...holder, showOnline }
      // A check that is under way may still have the earlier choice.
      session.dueAt = 0
      this.round += 1
      this.deps.onChanged(session)
    }
  }

  /** Checks every session now, because revocations or changed rights may have been missed; resolves once it has. */
  async checkAll(): Promise<void> {
    this.round += 1
    for (const session of this.sessions.values()) session.dueAt = 0
    await this.check()
  }

  close(): void {
    void this.stop()
  }

  private check(): Promise<void> {
    this.isCheckWanted = true
    this.checking ??= this.checkWanted().finally(() => (this.checking = null))
    return this.checking
  }

  private async checkWanted(): Promise<void> {
    try {
      while (this.isCheckWanted) {
        this.isCheckWanted = false
        await this.checkDue()
      }
    } catch (error) {
      this.deps.log.error({ err: error }, 'could not check sessions')
    }
  }

  private async checkDue(): Promise<void> {
    const now = this.deps.clock.now().getTime()
    const due = [...this.sessions.values()].filter((session) => session.dueAt <= now)
    for (let from = 0; from < due.length; from += IDENTIFY_MAX) {
      const batch = due.slice(from, from + IDENTIFY_MAX)
      const { round } = this
      let holders: (TokenHolder | null)[]
      try {
        holders = await this.deps.identify(batch.map((session) => session.token))
      } catch (error) {
        // They stay due, and are checked again at the next interval.
        this.deps.log.warn({ err: error, sessions: batch.length }, 'could not check sessions')
        return
      }
      batch.forEach((session, i) => {
        const holder = holders[i]
        if (holder === null) this.end(session, withEnvelope(this.deps.clock, { reason: 'expired' as const }))
        else if (holder !== undefined) this.confirm(session, holder, round)
      })
    }
  }

  private confirm(session: OpenSession, holder: TokenHolder, round: number): void {
    const { clock, intervals } = this.deps
    if (round === this.round) {
      const wait =
        intervals.sessionDueMin + Math.random() * (intervals.sessionDueMax - intervals.sessionDueMin)
      session.dueAt = clock.now().getTime() + wait
    }
    const before = session.holder
    session.holder = holder
    if (JSON.stringify(before) !== JSON.stringify(holder)) this.deps.onChanged(session)
  }

  private end(session: OpenSession, event: ServerEvent<'session:revoked'>): void {
    session.ended = event
    if (this.sessions.get(session.token) === session) this.sessions.delete(session.token)
    for (const socket of session.sockets) this.disconnect(socket, event)
  }

  private disconnect(socket: GatewaySocket, event: ServerEvent<'session:revoked'>): void {
    socket.emit('session:revoked', event)
    socket.disconnect(true)
  }
}
