import type { Clock } from '@forum/shared/clock'
import type { UserSummary } from '@forum/shared/contract'
import { audiences, channelOf, type Gate } from '@forum/shared/events'
import { PRESENCE_PEOPLE_MAX } from '../limits'

/** A visitor who is not confirmed for this long counts as gone, which covers crashed gateways. */
export const PRESENCE_EXPIRY_MS = 75_000

/** Places where visitors are counted. */
export const SITE = 'site'
const THREAD_PLACE = 'forum:thread:'
/** The place of those who read a thread; behind a gate, others who ask for its room have one of their own. */
export const threadPlace = (threadId: number, gate: Gate = null) =>
  channelOf(audiences.thread(threadId, gate))
export const threadIdOf = (place: string) => Number.parseInt(place.slice(THREAD_PLACE.length), 10)

/** A person rather than a socket: a member has one key for all tabs, and an anonymous socket counts as a person. */
export interface Visitor {
  key: string
  user: UserSummary | null
  /** True if the member's online status is visible. */
  shown: boolean
}

export interface Headcount {
  viewers: number
  members: number
  /** At most 20 members with visible status, ordered by id, so that the same people give the same list. */
  people: UserSummary[]
}

/** Visitors who arrived at or left a place. */
export interface PresenceChange {
  place: string
  arrived: Visitor[]
  left: Visitor[]
}

/** The visitors of each place, across all gateways. Every call may reject while the store is unavailable. */
export interface PresenceStore {
  /** Applies departures first. Those who arrived are present until the expiry, or until they leave. */
  apply(changes: PresenceChange[]): Promise<void>
  /** Returns the counts in the order of the places. */
  count(places: string[]): Promise<Headcount[]>
}

/** Returns how many people are online, and how many of them are members, across all gateways. */
export async function countSite(presence: PresenceStore): Promise<{ online: number; members: number }> {
  const [site] = await presence.count([SITE])
  return { online: site?.viewers ?? 0, members: site?.members ?? 0 }
}

export function headcount(visitors: Iterable<Visitor>): Headcount {
  let viewers = 0
  let members = 0
  const people: UserSummary[] = []
  for (const { user, shown } of visitors) {
    viewers += 1
    if (!user) continue
    members += 1
    if (shown) people.push(user)
  }
  people.sort((a, b) => a.id - b.id)
  return { viewers, members, people: people.slice(0, PRESENCE_PEOPLE_MAX) }
}

interface LocalPlace {
  /** Ordered by expiry: everyone stays equally long, and a refresh moves to the end. */
  visitors: Map<string, { visitor: Visitor; until: number }>
  members: number
}

/** Creates a store for a single process, used without `REDIS_URL`. A call costs what has changed, not who is there. */
export function createLocalPresence(clock: Clock): PresenceStore {
  const places = new Map<string, LocalPlace>()
  const remove = (place: LocalPlace, key: string) => {
    const entry = place.visitors.get(key)
    if (!entry) return
    place.visitors.delete(key)
    if (entry.visitor.user) place.members -= 1
  }
  const count = (name: string): Headcount => {
    const place = places.get(name)
    if (!place) return headcount([])
    const now = clock.now().getTime()
    for (const [key, { until }] of place.visitors) {
      if (until > now) break
      remove(place, key)
    }
    if (place.visitors.size === 0) places.delete(name)
    if (name === SITE) return { viewers: place.visitors.size, members: place.members, people: [] }
    return headcount(Array.from(place.visitors.values(), ({ visitor }) => visitor))
  }
  return {
    apply(changes) {
      const until = clock.now().getTime() + PRESENCE_EXPIRY_MS
      for (const { place: name, arrived, left } of changes) {
        const place = places.get(name) ?? { visitors: new Map(), members: 0 }
        for (const { key } of left) remove(place, key)
        for (const visitor of arrived) {
          remove(place, visitor.key)
          place.visitors.set(visitor.key, { visitor, until })
          if (visitor.user) place.members += 1
        }
        if (place.visitors.size > 0) places.set(name, place)
        else places.delete(name)
      }
      return Promise.resolve()
    },
    count: (names) => Promise.resolve(names.map(count)),
  }
}
