import type { Clock } from '@forum/shared/clock'
import type { UserSummary } from '@forum/shared/contract'
import { channels } from '@forum/shared/events'
import { PRESENCE_PEOPLE_MAX } from '@forum/shared/limits'

/** Whoever was not confirmed for this long is gone: so a gateway may die without saying goodbye. */
export const PRESENCE_EXPIRY_MS = 75_000

/** Places where people can be. */
export const SITE = 'site'
export const threadPlace = (threadId: number) => channels.thread(threadId)

/** A person, not a socket: a member has one key for all tabs, an anonymous socket is a person of its own. */
export interface Visitor {
  key: string
  user: UserSummary | null
  /** Whether the member shows themselves online. */
  shown: boolean
}

export interface Headcount {
  viewers: number
  members: number
  /** At most 20 of those who show themselves, by id, so that the same people give the same list. */
  people: UserSummary[]
}

/** Who is where, over all gateways. Every call may reject, or say nothing of others, while the store is away. */
export interface PresenceStore {
  /** Each is there for the expiry from now on, or until they leave. */
  arrive(place: string, visitors: Visitor[]): Promise<void>
  leave(place: string, visitors: Visitor[]): Promise<void>
  /** In the order of the places. */
  count(places: string[]): Promise<Headcount[]>
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

/** For a single process, used without `REDIS_URL`. */
export function createLocalPresence(clock: Clock): PresenceStore {
  const places = new Map<string, Map<string, { visitor: Visitor; until: number }>>()
  const present = (place: string): Visitor[] => {
    const there = places.get(place)
    if (!there) return []
    const now = clock.now().getTime()
    for (const [key, { until }] of there) if (until <= now) there.delete(key)
    if (there.size === 0) places.delete(place)
    return [...there.values()].map(({ visitor }) => visitor)
  }
  return {
    arrive(place, visitors) {
      const there = places.get(place) ?? new Map<string, { visitor: Visitor; until: number }>()
      places.set(place, there)
      const until = clock.now().getTime() + PRESENCE_EXPIRY_MS
      for (const visitor of visitors) there.set(visitor.key, { visitor, until })
      return Promise.resolve()
    },
    leave(place, visitors) {
      const there = places.get(place)
      for (const { key } of visitors) there?.delete(key)
      if (there?.size === 0) places.delete(place)
      return Promise.resolve()
    },
    count: (asked) => Promise.resolve(asked.map((place) => headcount(present(place)))),
  }
}
