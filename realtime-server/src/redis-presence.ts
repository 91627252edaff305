import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import { userSummary, type UserSummary } from '@forum/shared/contract'
import { PRESENCE_PEOPLE_MAX } from '@forum/shared/limits'
import { type ChainableCommander } from 'ioredis'
import type { Logger } from 'pino'
import { PRESENCE_EXPIRY_MS, type Headcount, type PresenceStore, type Visitor } from './presence-store'
import { connectRedis } from './redis-connection'

export type RedisPresence = PresenceStore & { close(): void }

/**
 * Presence over all gateways. Each place is two sorted sets scored by when an entry expires: `guests` holds
 * anonymous sockets, `members` one entry a member **and gateway**, so that a member who leaves here is not
 * taken away from another gateway; who is there is counted by person. A summary of each member who shows
 * themselves lies beside, and expires with them. Rejects at once while Redis is away.
 */
export function createRedisPresence(
  url: string,
  { clock, log, expiryMs = PRESENCE_EXPIRY_MS }: { clock: Clock; log: Logger; expiryMs?: number },
): RedisPresence {
  const redis = connectRedis(url, log.child({ redis: 'presence' }))
  const gateway = randomUUID()

  const memberEntry = ({ user, shown }: Visitor & { user: UserSummary }) =>
    `${user.id}:${shown ? 'shown' : 'hidden'}:${gateway}`

  return {
    async arrive(place, visitors) {
      const until = clock.now().getTime() + expiryMs
      const members: (string | number)[] = []
      const guests: (string | number)[] = []
      const pipeline = redis.pipeline()
      for (const { key, user, shown } of visitors) {
        if (!user) guests.push(until, key)
        else {
          members.push(until, memberEntry({ key, user, shown }))
          if (shown) pipeline.set(personKey(user.id), JSON.stringify(user), 'PX', expiryMs)
        }
      }
      if (members.length > 0)
        pipeline.zadd(membersKey(place), ...members).pexpire(membersKey(place), expiryMs)
      if (guests.length > 0) pipeline.zadd(guestsKey(place), ...guests).pexpire(guestsKey(place), expiryMs)
      await run(pipeline)
    },

    async leave(place, visitors) {
      const pipeline = redis.pipeline()
      for (const { key, user, shown } of visitors) {
        if (user) pipeline.zrem(membersKey(place), memberEntry({ key, user, shown }))
        else pipeline.zrem(guestsKey(place), key)
      }
      await run(pipeline)
    },

    async count(places) {
      const now = clock.now().getTime()
      const pipeline = redis.pipeline()
      for (const place of places) {
        pipeline
          .zremrangebyscore(membersKey(place), '-inf', now)
          .zremrangebyscore(guestsKey(place), '-inf', now)
          .zrange(membersKey(place), 0, '-1')
          .zcard(guestsKey(place))
      }
      const answers = await run(pipeline)
      const found = places.map((_, i) => ({
        members: membersOf(answers[4 * i + 2] as string[]),
        guests: answers[4 * i + 3] as number,
      }))
      const summaries = await readSummaries(found.flatMap(({ members }) => members.shown))
      return found.map(({ members, guests }): Headcount => {
        const people = members.shown.flatMap((id) => summaries.get(id) ?? [])
        return { viewers: members.all + guests, members: members.all, people }
      })
    },

    close: () => redis.disconnect(),
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

const guestsKey = (place: string) => `forum:presence:${place}:guests`
const membersKey = (place: string) => `forum:presence:${place}:members`
const personKey = (userId: number) => `forum:presence:person:${userId}`

/** How many members the entries stand for, and the first of those who show themselves on every gateway. */
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

/** The answers in order; rejects with the first that failed. */
async function run(pipeline: ChainableCommander): Promise<unknown[]> {
  const answers = (await pipeline.exec()) ?? []
  return answers.map(([error, answer]) => {
    if (error) throw error
    return answer
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
