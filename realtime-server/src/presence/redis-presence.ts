import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { userSummary, type UserSummary } from '@forum/shared/contract'
import { PRESENCE_PEOPLE_MAX } from '../limits'
import type { ChainableCommander, Redis } from 'ioredis'
import {
  PRESENCE_EXPIRY_MS,
  SITE,
  type Headcount,
  type PresenceChange,
  type PresenceStore,
  type Visitor,
} from './presence-store'

/**
 * For the members of the whole site, only the number is needed. `members` is as for any place; `gateways` counts the
 * entries of each member, so it contains each member once. Both change together, so that counting reads no entries.
 */
const SITE_SCRIPTS = {
  /** ARGV: until, expiry, number of departures, the entries of those who left, the entries of those who arrived. */
  apply: `
    local left = tonumber(ARGV[3])
    for i = 4, #ARGV do
      local id = string.match(ARGV[i], '^(%d+):')
      if i < 4 + left then
        if redis.call('ZREM', KEYS[1], ARGV[i]) == 1 and redis.call('HINCRBY', KEYS[2], id, -1) <= 0 then
          redis.call('HDEL', KEYS[2], id)
        end
      elseif redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i]) == 1 then
        redis.call('HINCRBY', KEYS[2], id, 1)
      end
    end
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    redis.call('PEXPIRE', KEYS[2], ARGV[2])`,
  /** ARGV: now. */
  expire: `
    for _, entry in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])) do
      local id = string.match(entry, '^(%d+):')
      redis.call('ZREM', KEYS[1], entry)
      if redis.call('HINCRBY', KEYS[2], id, -1) <= 0 then redis.call('HDEL', KEYS[2], id) end
    end`,
}

/**
 * Presence across all gateways. Each place is two sorted sets scored by expiry: `guests` holds anonymous sockets,
 * `members` one entry for each member **and gateway**, so that a member who leaves here is still counted on another
 * gateway; people are counted once. A summary of each visible member is kept separately and expires with them. Rejects
 * at once while Redis is unavailable.
 */
export function createRedisPresence(
  redis: Redis,
  { clock, expiryMs = PRESENCE_EXPIRY_MS }: { clock: Clock; expiryMs?: number },
): PresenceStore {
  const gateway = randomUUID()

  const memberEntry = ({ user, shown }: Visitor & { user: UserSummary }) =>
    `${user.id}:${shown ? 'shown' : 'hidden'}:${gateway}`
  const entryOf = ({ key, user, shown }: Visitor) => (user ? memberEntry({ key, user, shown }) : key)

  return {
    async apply(changes) {
      const until = clock.now().getTime() + expiryMs
      const pipeline = redis.pipeline()
      for (const { place, arrived, left } of changes) {
        if (place === SITE) applyToSite(pipeline, until, { arrived, left })
        for (const [key, isOfSet] of [
          [membersKey(place), ({ user }: Visitor) => user !== null],
          [guestsKey(place), ({ user }: Visitor) => user === null],
        ] as const) {
          if (key === membersKey(SITE)) continue
          const departed = left.filter(isOfSet).map(entryOf)
          if (departed.length > 0) pipeline.zrem(key, ...departed)
          const present = arrived.filter(isOfSet).flatMap((visitor) => [until, entryOf(visitor)])
          if (present.length > 0) pipeline.zadd(key, ...present).pexpire(key, expiryMs)
        }
        for (const { user, shown } of arrived)
          if (user && shown && place !== SITE)
            pipeline.set(personKey(user.id), JSON.stringify(user), 'PX', expiryMs)
      }
      await run(pipeline)
    },

    async count(places) {
      const now = clock.now().getTime()
      const pipeline = redis.pipeline()
      for (const place of places) {
        pipeline.zremrangebyscore(guestsKey(place), '-inf', now).zcard(guestsKey(place))
        if (place === SITE)
          pipeline.eval(SITE_SCRIPTS.expire, 2, membersKey(SITE), GATEWAYS_KEY, now).hlen(GATEWAYS_KEY)
        else pipeline.zremrangebyscore(membersKey(place), '-inf', now).zrange(membersKey(place), 0, '-1')
      }
      const responses = await run(pipeline)
      const found = places.map((place, i) => {
        const members = responses[4 * i + 3]
        return {
          guests: responses[4 * i + 1] as number,
          members: place === SITE ? { all: Number(members), shown: [] } : membersOf(members as string[]),
        }
      })
      const summaries = await readSummaries(found.flatMap(({ members }) => members.shown))
      return found.map(({ members, guests }): Headcount => {
        const people = members.shown.flatMap((id) => summaries.get(id) ?? [])
        return { viewers: members.all + guests, members: members.all, people }
      })
    },
  }

  function applyToSite(
    pipeline: ChainableCommander,
    until: number,
    { arrived, left }: Pick<PresenceChange, 'arrived' | 'left'>,
  ): void {
    const isMember = ({ user }: Visitor) => user !== null
    const departed = left.filter(isMember).map(entryOf)
    const present = arrived.filter(isMember).map(entryOf)
    if (departed.length + present.length === 0) return
    const entries = [...departed, ...present]
    pipeline.eval(
      SITE_SCRIPTS.apply,
      2,
      membersKey(SITE),
      GATEWAYS_KEY,
      until,
      expiryMs,
      departed.length,
      ...entries,
    )
  }

  async function readSummaries(ids: number[]): Promise<Map<number, UserSummary>> {
    const unique = [...new Set(ids)]
    if (unique.length === 0) return new Map()
    const texts = await redis.mget(unique.map(personKey))
    return new Map(
      texts.flatMap((text): [number, UserSummary][] => {
        const parsed = userSummary.safeParse(text === null ? null : parseJson(text))
        return parsed.success ? [[parsed.data.id, parsed.data]] : []
      }),
    )
  }
}

/** For each member on the site, the number of gateways. */
const GATEWAYS_KEY = 'forum:presence:site:gateways'
const guestsKey = (place: string) => `forum:presence:${place}:guests`
const membersKey = (place: string) => `forum:presence:${place}:members`
const personKey = (userId: number) => `forum:presence:person:${userId}`

/** Returns how many members have an entry, and the first of those who are visible on every gateway. */
function membersOf(entries: string[]): { all: number; shown: number[] } {
  const shownById = new Map<number, boolean>()
  for (const entry of entries) {
    const [id, shown] = entry.split(':')
    const userId = Number(id)
    shownById.set(userId, shown === 'shown' && shownById.get(userId) !== false)
  }
  const shown = [...shownById].flatMap(([id, isShown]) => (isShown ? id : [])).sort((a, b) => a - b)
  return { all: shownById.size, shown: shown.slice(0, PRESENCE_PEOPLE_MAX) }
}

/** Returns the replies in order; rejects with the first failure. */
async function run(pipeline: ChainableCommander): Promise<unknown[]> {
  const responses = (await pipeline.exec()) ?? []
  return responses.map(([error, response]) => {
    if (error) throw error
    return response
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
