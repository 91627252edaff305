import type { Clock } from '@forum/shared/clock'
import type { Logger } from 'pino'
import { headcount, type Headcount, type PresenceStore, type Visitor } from './presence-store'

interface Place {
  /** People with a socket on this gateway; `sockets` counts their tabs. */
  visitors: Map<string, { visitor: Visitor; sockets: number }>
  /** As last counted over all gateways, moved along by who came and went here since. */
  last: { count: Headcount; at: number } | null
  /** Someone came or went here since it was last told. */
  moved: boolean
}

/**
 * Who is where on this gateway, and how many there are over all of them. While the presence store is away
 * the count is of this gateway alone; nothing here rejects, so a join never fails for it.
 */
export class Viewers {
  private readonly places = new Map<string, Place>()
  /** The store missed something of ours, or is away: it is left alone until a heartbeat gets through. */
  private isBehind = false
  private beating = false

  constructor(
    private readonly store: PresenceStore,
    private readonly clock: Clock,
    private readonly log: Logger,
    /** A count this old, in milliseconds, is taken anew before someone is told it. */
    private readonly freshFor: number,
  ) {}

  /** One socket of a person came; answers how many people are there now. */
  async enter(name: string, visitor: Visitor): Promise<number> {
    const place = this.at(name)
    const known = place.visitors.get(visitor.key)
    place.moved = true
    if (known) known.sockets += 1
    else {
      place.visitors.set(visitor.key, { visitor, sockets: 1 })
      shift(place, visitor, 1)
    }
    const arrived = known ? Promise.resolve() : this.report(() => this.store.arrive(name, [visitor]))
    if (place.last && this.now() - place.last.at < this.freshFor) return place.last.count.viewers
    await arrived
    const [count] = await this.count([name])
    return count?.viewers ?? 0
  }

  /** One socket of a person left. */
  exit(name: string, key: string): void {
    const place = this.places.get(name)
    const there = place?.visitors.get(key)
    if (!place || !there) return
    there.sockets -= 1
    place.moved = true
    if (there.sockets > 0) return
    place.visitors.delete(key)
    shift(place, there.visitor, -1)
    void this.report(() => this.store.leave(name, [there.visitor]))
    if (place.visitors.size === 0) this.places.delete(name)
  }

  /** A member was renamed, or shows themselves or not from now on. */
  update(visitor: Visitor): void {
    for (const [name, place] of this.places) {
      const there = place.visitors.get(visitor.key)
      if (!there) continue
      const before = there.visitor
      there.visitor = visitor
      place.moved = true
      void this.report(() => this.store.leave(name, [before]))
      void this.report(() => this.store.arrive(name, [visitor]))
    }
  }

  /** Places with someone of this gateway: those that moved, and those not counted for `stale` milliseconds. */
  toTell(stale: number): { name: string; moved: boolean }[] {
    const now = this.now()
    return [...this.places].flatMap(([name, { moved, last }]) =>
      moved || !last || now - last.at >= stale ? [{ name, moved }] : [],
    )
  }

  /** Whether someone came or went here since `told`. */
  hasMoved(name: string): boolean {
    return this.places.get(name)?.moved ?? false
  }

  /** Someone waits to be told, though nobody came or went. */
  touch(name: string): void {
    const place = this.places.get(name)
    if (place) place.moved = true
  }

  told(name: string): void {
    const place = this.places.get(name)
    if (place) place.moved = false
  }

  /** Over all gateways, in the order of the names. */
  async count(names: string[]): Promise<Headcount[]> {
    const elsewhere = this.isBehind ? null : await this.ask(() => this.store.count(names))
    const at = this.now()
    return names.map((name, i) => {
      const place = this.places.get(name)
      const here = headcount(place ? visitorsOf(place) : [])
      const found = elsewhere?.[i]
      // Fewer than are here: the store has just come back, and does not know everyone yet.
      const count = found && found.viewers >= here.viewers ? found : here
      if (place) place.last = { count: { ...count }, at }
      return count
    })
  }

  /** Tells the store of everyone here: regularly, and as soon as it is back. */
  async beat(): Promise<void> {
    if (this.beating) return
    this.beating = true
    const done = await this.ask(async () => {
      for (const [name, place] of this.places) await this.store.arrive(name, visitorsOf(place))
      return true
    })
    if (done) this.isBehind = false
    this.beating = false
  }

  /** Called often: makes good what the store missed. */
  async catchUp(): Promise<void> {
    if (this.isBehind) await this.beat()
  }

  /** Says goodbye for everyone, so that other gateways count right at once. */
  async close(): Promise<void> {
    const all = [...this.places]
    this.places.clear()
    await Promise.all(
      all.map(([name, place]) => this.report(() => this.store.leave(name, visitorsOf(place)))),
    )
  }

  private at(name: string): Place {
    const known = this.places.get(name)
    if (known) return known
    const place: Place = { visitors: new Map(), last: null, moved: false }
    this.places.set(name, place)
    return place
  }

  private async report(say: () => Promise<void>): Promise<void> {
    // What happens during a heartbeat must get through as well, or it would wait for the next one.
    if (!this.isBehind || this.beating) await this.ask(say)
  }

  private async ask<T>(question: () => Promise<T>): Promise<T | null> {
    try {
      return await question()
    } catch (error) {
      if (!this.isBehind) this.log.warn({ err: error }, 'presence is counted on this gateway alone')
      this.isBehind = true
      return null
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}

const visitorsOf = (place: Place): Visitor[] => [...place.visitors.values()].map(({ visitor }) => visitor)

/** Until the next count: right but for a member who is on another gateway as well. */
function shift(place: Place, { user }: Visitor, by: 1 | -1): void {
  if (!place.last) return
  place.last.count.viewers += by
  if (user) place.last.count.members += by
}
