import type { TokenHolder } from '@forum/shared/contract'
import type { Gate } from '@forum/shared/events'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Logger } from 'pino'
import type { GatewaySocket } from '../connection/socket'
import { threadPlace } from '../presence/presence-store'
import { visitorOn } from '../presence/visitor'
import type { Visitors } from '../presence/visitors'
import type { Rooms } from './rooms'
import { guestsOf, membersOf } from './socket-rooms'

/**
 * Returns the gates of threads, in order: null for those that everyone reads, and for threads that do not exist. Rejects
 * while the API is unavailable.
 */
export type ThreadGates = (threadIds: number[]) => Promise<Gate[]>

/** Maximum number of threads in one call for their gates. */
export const GATES_MAX = 500

interface Deps {
  gatesOf: ThreadGates
  rooms: Pick<Rooms, 'has'>
  visitors: Visitors
  /** Interval at which sockets without a place are placed again, in milliseconds. */
  retryEvery: number
  log: Logger
}

/**
 * The places where sockets in the rooms of threads are counted, and see who else is there. Anyone may ask for
 * any room, so those who may not read a thread are counted apart, as in the room of a thread that does not
 * exist.
 */
export class ThreadPlaces {
  /** The place of each socket, by thread. */
  private readonly placed = new Map<GatewaySocket, Map<number, string>>()
  private readonly unplaced = new Map<GatewaySocket, Set<number>>()
  private waiting = new Map<number, Promise<Gate>>()
  private readonly stop: StopRepeating

  constructor(private readonly deps: Deps) {
    const onFailure = (error: unknown) => deps.log.error({ err: error }, 'could not place readers of threads')
    this.stop = repeat(deps.retryEvery, () => this.retry(), onFailure)
  }

  /** Counts a socket that is in the room of a thread. Returns how many people are there. */
  async enter(socket: GatewaySocket, threadId: number): Promise<number> {
    let gate: Gate
    try {
      gate = await this.gateOf(threadId)
    } catch {
      const threads = this.unplaced.get(socket) ?? new Set()
      this.unplaced.set(socket, threads.add(threadId))
      return 1
    }
    if (!this.deps.rooms.has(socket, 'thread', { threadId })) return 0
    const place = placeFor(threadId, gate, socket.data.session?.holder ?? null)
    const places = this.placed.get(socket) ?? new Map<number, string>()
    this.placed.set(socket, places)
    if (places.get(threadId) === place) return this.deps.visitors.viewersOf(place)
    this.exit(socket, threadId)
    this.placed.set(socket, places.set(threadId, place))
    void socket.join(roomOf(place, socket))
    return this.deps.visitors.enter(place, visitorOn(socket))
  }

  /** Stops counting a socket in a thread. */
  exit(socket: GatewaySocket, threadId: number): void {
    this.unplaced.get(socket)?.delete(threadId)
    const places = this.placed.get(socket)
    const place = places?.get(threadId)
    if (!places || place === undefined) return
    places.delete(threadId)
    if (places.size === 0) this.placed.delete(socket)
    void socket.leave(roomOf(place, socket))
    this.deps.visitors.exit(place, visitorOn(socket).key)
  }

  /** Forgets a disconnected socket. */
  forget(socket: GatewaySocket): void {
    for (const threadId of this.placed.get(socket)?.keys() ?? []) this.exit(socket, threadId)
    this.unplaced.delete(socket)
  }

  /** Places a socket again after its member's boards have changed. */
  async refresh(socket: GatewaySocket): Promise<void> {
    const threads = [...(this.placed.get(socket)?.keys() ?? [])]
    await Promise.all(threads.map((threadId) => this.enter(socket, threadId)))
  }

  /** Places everyone in a thread again after it has moved to another board. */
  async refreshThread(threadId: number): Promise<void> {
    const sockets = [...this.placed].flatMap(([socket, threads]) => (threads.has(threadId) ? socket : []))
    await Promise.all(sockets.map((socket) => this.enter(socket, threadId)))
  }

  /** Places everyone again, since boards admit others than before. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.placed.keys()].map((socket) => this.refresh(socket)))
  }

  close(): void {
    void this.stop()
  }

  private async retry(): Promise<void> {
    const unplaced = [...this.unplaced].flatMap(([socket, threads]) =>
      [...threads].map((threadId) => ({ socket, threadId })),
    )
    this.unplaced.clear()
    await Promise.all(unplaced.map(({ socket, threadId }) => this.enter(socket, threadId)))
  }

  /** Asks for the gates of all threads that are entered in one turn together. */
  private gateOf(threadId: number): Promise<Gate> {
    if (this.waiting.size === 0) setImmediate(() => this.ask())
    const pending = this.waiting.get(threadId)
    if (pending) return pending
    const answer = new Promise<Gate>((resolve, reject) => this.questions.push({ threadId, resolve, reject }))
    this.waiting.set(threadId, answer)
    return answer
  }

  private questions: {
    threadId: number
    resolve: (gate: Gate) => void
    reject: (error: unknown) => void
  }[] = []

  private ask(): void {
    const questions = this.questions.splice(0)
    this.waiting = new Map()
    for (let from = 0; from < questions.length; from += GATES_MAX) {
      const some = questions.slice(from, from + GATES_MAX)
      this.deps.gatesOf(some.map(({ threadId }) => threadId)).then(
        (gates) => some.forEach(({ resolve }, i) => resolve(gates[i] ?? null)),
        (error: unknown) => some.forEach(({ reject }) => reject(error)),
      )
    }
  }
}

const placeFor = (threadId: number, gate: Gate, holder: TokenHolder | null): string =>
  threadPlace(threadId, gate !== null && holder?.gates.includes(gate) ? gate : null)

const roomOf = (place: string, socket: GatewaySocket): string =>
  (socket.data.session ? membersOf : guestsOf)(place)
