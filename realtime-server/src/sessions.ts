import type { Clock } from '@forum/shared/clock'
import { IDENTIFY_MAX, type TokenHolder } from '@forum/shared/contract'
import { channels, serverEvents, type ServerEvent } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { Identify } from './identify'
import type { Pace } from './pace'
import { repeat } from './repeat'
import { stamped, type GatewaySocket } from './sockets'
import type { WatchedChannels } from './watched-channels'

/** One token and the sockets that came with it. */
export interface OpenSession {
  readonly token: string
  holder: TokenHolder
  /** Admitted ones; one that is still on its way in is not here yet. */
  readonly sockets: Set<GatewaySocket>
  /** How many handshakes and sockets keep it. */
  uses: number
  /** When the API is to be asked again, in milliseconds. */
  dueAt: number
  /** What ended it, for a socket that was on its way in meanwhile. */
  ended: ServerEvent<'session:revoked'> | null
}

interface Deps {
  identify: Identify
  channels: WatchedChannels
  clock: Clock
  pace: Pace
  log: Logger
  /** The person was renamed, or shows themselves or not, since the last check. */
  onChanged(session: OpenSession): void
}

/**
 * The sessions behind the open sockets. The session record in the database is the truth, and only the API
 * sees it: so revocations are heard on the bus, and every session is checked anew after the bus was away and
 * at least once a minute (contract §4, promise 4).
 */
export class Sessions {
  private readonly open = new Map<string, OpenSession>()
  private readonly stop: () => void
  private checking = false
  private checkAgain = false
  /** Goes up when all are to be checked, so that answers asked for before do not count as checked. */
  private round = 0

  constructor(private readonly deps: Deps) {
    this.stop = repeat(deps.pace.sessionCheck, () => this.check(), deps.log)
  }

  /**
   * Keeps a session for as long as the connection lives; hears its channels from when the promise resolves.
   * A revocation between the API's answer and that moment is found by asking once more.
   */
  async admit(token: string, holder: TokenHolder, socket: GatewaySocket): Promise<OpenSession> {
    const known = this.open.get(token)
    const session = known ?? { token, holder, sockets: new Set(), uses: 0, dueAt: 0, ended: null }
    this.open.set(token, session)
    session.uses += 1
    const heard = [channels.user(holder.user.id), channels.session(holder.sessionId)]
    const release = () => {
      socket.conn.off('close', release)
      socket.off('disconnect', release)
      session.sockets.delete(socket)
      for (const channel of heard) this.deps.channels.unwatch(channel)
      session.uses -= 1
      if (session.uses === 0 && this.open.get(token) === session) this.open.delete(token)
    }
    socket.conn.once('close', release)
    socket.once('disconnect', release)
    await Promise.all(heard.map((channel) => this.deps.channels.watch(channel)))
    if (!known) void this.check()
    return session
  }

  /** The socket is connected: what is told to its session reaches it from here on. */
  attach(session: OpenSession, socket: GatewaySocket): void {
    session.sockets.add(socket)
    if (session.ended) this.dismiss(socket, session.ended)
  }

  /** A revocation from the bus; a message of the wrong shape throws. */
  revoked(channel: string, message: unknown): void {
    const event = serverEvents['session:revoked'].parse(message)
    for (const session of this.open.values())
      if (channels.session(session.holder.sessionId) === channel) this.end(session, event)
  }

  /** Asks the API about every session at once, since revocations may have been missed. */
  checkAll(): void {
    this.round += 1
    for (const session of this.open.values()) session.dueAt = 0
    void this.check()
  }

  close(): void {
    this.stop()
  }

  private async check(): Promise<void> {
    this.checkAgain = true
    if (this.checking) return
    this.checking = true
    try {
      while (this.checkAgain) {
        this.checkAgain = false
        await this.checkDue()
      }
    } catch (error) {
      this.deps.log.error({ err: error }, 'checking sessions failed')
    } finally {
      this.checking = false
    }
  }

  private async checkDue(): Promise<void> {
    const now = this.deps.clock.now().getTime()
    const due = [...this.open.values()].filter((session) => session.dueAt <= now)
    for (let from = 0; from < due.length; from += IDENTIFY_MAX) {
      const batch = due.slice(from, from + IDENTIFY_MAX)
      const { round } = this
      let holders: (TokenHolder | null)[]
      try {
        holders = await this.deps.identify(batch.map((session) => session.token))
      } catch (error) {
        // They stay due, and are asked about again at the next tick.
        this.deps.log.warn({ err: error, sessions: batch.length }, 'sessions could not be checked')
        return
      }
      batch.forEach((session, i) => {
        const holder = holders[i]
        if (holder === null) this.end(session, stamped(this.deps.clock, { reason: 'expired' as const }))
        else if (holder !== undefined) this.confirm(session, holder, round)
      })
    }
  }

  private confirm(session: OpenSession, holder: TokenHolder, round: number): void {
    const { clock, pace } = this.deps
    if (round === this.round) {
      const wait = pace.sessionDueMin + Math.random() * (pace.sessionDueMax - pace.sessionDueMin)
      session.dueAt = clock.now().getTime() + wait
    }
    const before = session.holder
    session.holder = holder
    if (JSON.stringify(before) !== JSON.stringify(holder)) this.deps.onChanged(session)
  }

  private end(session: OpenSession, event: ServerEvent<'session:revoked'>): void {
    session.ended = event
    if (this.open.get(session.token) === session) this.open.delete(session.token)
    for (const socket of [...session.sockets]) this.dismiss(socket, event)
  }

  private dismiss(socket: GatewaySocket, event: ServerEvent<'session:revoked'>): void {
    socket.emit('session:revoked', event)
    socket.disconnect(true)
  }
}
