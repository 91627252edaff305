import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { SLOW } from '../connection/slow-sockets'
import { emitOwn, type GatewayServer } from '../connection/socket'
import type { Intervals } from '../intervals'
import { guestsOf, membersOf, SITE_PRESENCE } from '../rooms/socket-rooms'
import { SITE, threadIdOf, type Headcount } from './presence-store'
import { PLACES_AT_ONCE, type Visitors } from './visitors'

/** Number of places whose last presence event is remembered; for any other, one redundant event is emitted. */
const REMEMBERED_PLACES = 10_000

/** Emits presence events to rooms, at most once per interval for each thread and for the site. */
export class PresenceEmitter {
  private readonly stops: StopRepeating[]
  private readonly lastEmitted = new LRUCache<string, string>({ max: REMEMBERED_PLACES })

  constructor(
    private readonly io: GatewayServer,
    private readonly visitors: Visitors,
    private readonly clock: Clock,
    private readonly intervals: Intervals,
    log: Logger,
  ) {
    const onFailure = (error: unknown) => log.error({ err: error }, 'could not update presence')
    this.stops = [
      repeat(intervals.presenceWrite, () => visitors.write(), onFailure),
      repeat(intervals.presenceRefresh, () => visitors.refresh(), onFailure),
      repeat(intervals.threadPresence, () => this.emitThreads(), onFailure),
      repeat(intervals.sitePresence, () => this.emitSite(), onFailure),
    ]
  }

  close(): void {
    for (const stop of this.stops) void stop()
  }

  private async emitThreads(): Promise<void> {
    const places = this.visitors
      .due(this.intervals.threadPresenceElsewhere)
      .filter(({ name }) => name !== SITE)
      .slice(0, PLACES_AT_ONCE)
    for (const { name } of places) this.visitors.markEmitted(name)
    const counts = await this.visitors.count(places.map(({ name }) => name))
    places.forEach(({ name, hasMoved }, i) => {
      const count = counts[i]
      if (count) this.emitThread(name, count, hasMoved)
    })
  }

  /** Also emits when someone arrives without changing the numbers, so that the newcomer learns who is there. */
  private emitThread(place: string, { viewers, members, people }: Headcount, hasMoved: boolean): void {
    if (!this.hasChanged(place, { viewers, members, people }) && !hasMoved) return
    const threadId = threadIdOf(place)
    const counts = { threadId, viewers, members }
    emitOwn(this.io.local.to(guestsOf(place)).except(SLOW), this.clock, 'presence:thread', counts)
    const withPeople = { ...counts, people }
    emitOwn(this.io.local.to(membersOf(place)).except(SLOW), this.clock, 'presence:thread', withPeople)
  }

  private async emitSite(): Promise<void> {
    if (!this.io.of('/').adapter.rooms.has(SITE_PRESENCE)) return
    const hasMoved = this.visitors.hasMoved(SITE)
    this.visitors.markEmitted(SITE)
    const [count] = await this.visitors.count([SITE])
    if (!count) return
    const payload = { online: count.viewers, members: count.members }
    if (!this.hasChanged(SITE, payload) && !hasMoved) return
    emitOwn(this.io.local.to(SITE_PRESENCE).except(SLOW), this.clock, 'presence:site', payload)
  }

  private hasChanged(place: string, payload: object): boolean {
    const text = JSON.stringify(payload)
    if (this.lastEmitted.get(place) === text) return false
    this.lastEmitted.set(place, text)
    return true
  }
}
