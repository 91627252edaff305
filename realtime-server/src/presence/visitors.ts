import type { Clock } from '@forum/shared/clock'
import type { Logger } from 'pino'
import { Batch } from '../support/batch'
import {
  headcount,
  SITE,
  type Headcount,
  type PresenceChange,
  type PresenceStore,
  type Visitor,
} from './presence-store'

interface Place {
  /** People with a socket on this gateway; `sockets` counts their tabs. */
  visitors: Map<string, { visitor: Visitor; sockets: number }>
  /** Number of members among them. */
  members: number
  /** The store's knowledge of this gateway's visitors. */
  stored: Map<string, Visitor>
  /** Keys of visitors who may differ from what the store knows. */
  unwritten: Set<string>
  /** The last count across all gateways, adjusted by arrivals and departures here since. */
  last: { count: Headcount; at: number } | null
  /** True if someone arrived or left here since presence was last emitted. */
  hasMoved: boolean
}

/** Maximum number of places written at once: the rest waits for the next turn, so the load on the store is bounded. */
export const PLACES_AT_ONCE = 500

/**
 * The visitors of each place on this gateway, and their number across all gateways. Arrivals and departures are
 * collected and written to the presence store at an interval, so a visitor who leaves within it costs nothing. While
 * the store is unavailable, only this gateway is counted; no method rejects.
 */
export class Visitors {
  private readonly places = new Map<string, Place>()
  /** Places whose visitors differ from what the store has. */
  private readonly dirty = new Set<string>()
  /** The store is unavailable or may lack visitors of this gateway: everything is written again before it is read. */
  private isBehind = false
  private isWritingEveryone = false
  private readonly counting = new Batch((names) => this.countForArrivals(names))
  /** Number of places counted for arrivals since the start of the current interval. */
  private arrivals = { since: -Infinity, counted: 0 }

  constructor(
    private readonly store: PresenceStore,
    private readonly clock: Clock,
    private readonly log: Logger,
    /** Counts at most this old, in milliseconds, are reused. */
    private readonly freshFor: number,
  ) {}

  /** Adds one socket of a person. Returns how many people are at the place. */
  async enter(name: string, visitor: Visitor): Promise<number> {
    const place = this.at(name)
    const entry = place.visitors.get(visitor.key)
    place.hasMoved = true
    if (entry) entry.sockets += 1
    else {
      place.visitors.set(visitor.key, { visitor, sockets: 1 })
      if (visitor.user) place.members += 1
      adjust(place, visitor, 1)
      this.note(name, place, visitor.key)
    }
    return this.viewersOf(name)
  }

  /**
   * Returns a recent count of the people at a place; only those of this gateway once the interval's counts are used up.
   */
  async viewersOf(name: string): Promise<number> {
    const last = this.places.get(name)?.last
    if (last && this.now() - last.at < this.freshFor) return last.count.viewers
    await this.counting.add(name)
    const place = this.places.get(name)
    return place?.last?.count.viewers ?? place?.visitors.size ?? 0
  }

  /** Removes one socket of a person. */
  exit(name: string, key: string): void {
    const place = this.places.get(name)
    const entry = place?.visitors.get(key)
    if (!place || !entry) return
    entry.sockets -= 1
    place.hasMoved = true
    if (entry.sockets > 0) return
    place.visitors.delete(key)
    if (entry.visitor.user) place.members -= 1
    adjust(place, entry.visitor, -1)
    this.note(name, place, key)
  }

  /** Replaces a member who was renamed, or whose visibility has changed. */
  update(visitor: Visitor): void {
    for (const [name, place] of this.places) {
      const entry = place.visitors.get(visitor.key)
      if (!entry) continue
      entry.visitor = visitor
      place.hasMoved = true
      this.note(name, place, visitor.key)
    }
  }

  /** Returns the places whose presence is due: those that changed, and those not counted for `maxAge` milliseconds. */
  due(maxAge: number): { name: string; hasMoved: boolean }[] {
    const now = this.now()
    return [...this.places].flatMap(([name, { visitors, hasMoved, last }]) =>
      visitors.size > 0 && (hasMoved || !last || now - last.at >= maxAge) ? [{ name, hasMoved }] : [],
    )
  }

  /** Returns whether someone arrived or left since the last `markEmitted`. */
  hasMoved(name: string): boolean {
    return this.places.get(name)?.hasMoved ?? false
  }

  /** Makes the presence of a place due although no visitors changed. */
  touch(name: string): void {
    const place = this.places.get(name)
    if (place) place.hasMoved = true
  }

  markEmitted(name: string): void {
    const place = this.places.get(name)
    if (place) place.hasMoved = false
  }

  /** Returns the counts across all gateways, in the order of the names. */
  async count(names: string[]): Promise<Headcount[]> {
    // The count must include everyone here.
    if (!this.isBehind) await this.writeChanges(names)
    const found = this.isBehind ? null : await this.attempt(() => this.store.count(names))
    const at = this.now()
    return names.map((name, i) => {
      const place = this.places.get(name)
      const local = this.localCount(name)
      const stored = found?.[i]
      // Fewer than are here: the store has just recovered, and does not know everyone yet.
      const count = stored && stored.viewers >= local.viewers ? stored : local
      if (place) place.last = { count: { ...count }, at }
      return count
    })
  }

  /** Returns the visitors of this gateway. For the site, which may have many, only the number is needed. */
  private localCount(name: string): Headcount {
    const place = this.places.get(name)
    if (!place) return headcount([])
    const { visitors, members } = place
    if (name === SITE) return { viewers: visitors.size, members, people: [] }
    return headcount([...visitors.values()].map(({ visitor }) => visitor))
  }

  /** Writes arrivals and departures since the last call. After a failure, everyone is written again. */
  async write(): Promise<void> {
    if (this.isBehind) await this.writeEveryone()
    else await this.writeChanges([...this.dirty].slice(0, PLACES_AT_ONCE))
  }

  /** Confirms everyone here to the store: regularly, and after it was unavailable. */
  refresh(): Promise<void> {
    return this.writeEveryone()
  }

  /** Removes everyone here from the store, so that the counts of other gateways are correct at once. */
  async close(): Promise<void> {
    for (const [name, place] of this.places) {
      for (const key of place.visitors.keys()) place.unwritten.add(key)
      place.visitors.clear()
      place.members = 0
      this.dirty.add(name)
    }
    await this.writeChanges([...this.dirty])
  }

  private async writeEveryone(): Promise<void> {
    if (this.isWritingEveryone) return
    this.isWritingEveryone = true
    for (const [name, place] of this.places) {
      // Those who left remain in `stored`, so that their departure is written.
      for (const key of place.visitors.keys()) {
        place.stored.delete(key)
        place.unwritten.add(key)
      }
      this.dirty.add(name)
    }
    let isDone = true
    while (isDone && this.dirty.size > 0)
      isDone = await this.writeChanges([...this.dirty].slice(0, PLACES_AT_ONCE))
    if (isDone) this.isBehind = false
    this.isWritingEveryone = false
  }

  /** Writes the unwritten changes of these places. Returns whether the store accepted it. */
  private async writeChanges(names: string[]): Promise<boolean> {
    const changes = names.flatMap((name) => {
      const place = this.places.get(name)
      if (!this.dirty.delete(name) || !place) return []
      const change = dequeueChange(name, place)
      if (place.visitors.size === 0) this.places.delete(name)
      return change
    })
    if (changes.length === 0) return true
    const isWritten = (await this.attempt(() => this.store.apply(changes).then(() => true))) ?? false
    if (!isWritten) for (const { place, left } of changes) this.keepDepartures(place, left)
    return isWritten
  }

  /** Notes those who left again, since the store may still have them. Who is here is written again anyway. */
  private keepDepartures(name: string, left: readonly Visitor[]): void {
    if (left.length === 0) return
    const place = this.at(name)
    for (const visitor of left) {
      place.stored.set(visitor.key, visitor)
      this.note(name, place, visitor.key)
    }
  }

  /**
   * Counts at most PLACES_AT_ONCE places per interval, so that crawlers walking through threads cannot load the store.
   * The others are due at the next presence event.
   */
  private async countForArrivals(names: string[]): Promise<void> {
    const now = this.now()
    if (now - this.arrivals.since >= this.freshFor) this.arrivals = { since: now, counted: 0 }
    const within = names.slice(0, Math.max(0, PLACES_AT_ONCE - this.arrivals.counted))
    this.arrivals.counted += within.length
    if (within.length > 0) await this.count(within)
  }

  private note(name: string, place: Place, key: string): void {
    place.unwritten.add(key)
    this.dirty.add(name)
  }

  private at(name: string): Place {
    const existing = this.places.get(name)
    if (existing) return existing
    const place: Place = {
      visitors: new Map(),
      members: 0,
      stored: new Map(),
      unwritten: new Set(),
      last: null,
      hasMoved: false,
    }
    this.places.set(name, place)
    return place
  }

  private async attempt<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (!this.isBehind) this.log.warn({ err: error }, 'counting presence on this gateway only')
      this.isBehind = true
      return null
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}

/** Removes and returns the unwritten changes of a place; empty if there are none. */
function dequeueChange(name: string, place: Place): PresenceChange[] {
  const arrived: Visitor[] = []
  const left: Visitor[] = []
  for (const key of place.unwritten) {
    const visitor = place.visitors.get(key)?.visitor
    const stored = place.stored.get(key)
    if (stored === visitor) continue
    if (stored) left.push(stored)
    if (visitor) {
      arrived.push(visitor)
      place.stored.set(key, visitor)
    } else place.stored.delete(key)
  }
  place.unwritten.clear()
  return arrived.length + left.length > 0 ? [{ place: name, arrived, left }] : []
}

/** Adjusts the last count until the next one; it ignores that a member may also be on another gateway. */
function adjust(place: Place, { user }: Visitor, by: 1 | -1): void {
  if (!place.last) return
  place.last.count.viewers += by
  if (user) place.last.count.members += by
}
