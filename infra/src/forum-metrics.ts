import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { Gauge, type Registry } from 'prom-client'
import { freeBytes } from '../embedded-mongodb'

const REDIS_UP = 'forum_redis_up'

/** Adds a connection to the metric of those that are open. */
export function reportRedis(registry: Registry, use: string, redis: Redis): void {
  const registered = registry.getSingleMetric(REDIS_UP) as Gauge<'use'> | undefined
  const gauge =
    registered ??
    new Gauge({
      name: REDIS_UP,
      help: 'Whether a connection to Redis is open (1) or not (0)',
      labelNames: ['use'],
      registers: [registry],
    })
  for (const event of ['ready', 'close'])
    redis.on(event, () => gauge.set({ use }, redis.status === 'ready' ? 1 : 0))
  gauge.set({ use }, redis.status === 'ready' ? 1 : 0)
}

/** A ping that takes longer counts as this long. */
const PING_TIMEOUT_MS = 2_000

/** Adds the time of a round trip to Redis to the metrics. */
export function timeRedis(registry: Registry, redis: Redis): void {
  new Gauge({
    name: 'forum_redis_ping_seconds',
    help: 'Time of a round trip to Redis, measured when the metrics are read; at most 2',
    registers: [registry],
    async collect() {
      const startedAt = performance.now()
      const late = new AbortController()
      await Promise.race([
        redis.ping().catch(() => wait(PING_TIMEOUT_MS, undefined, { ref: false, signal: late.signal })),
        wait(PING_TIMEOUT_MS, undefined, { ref: false, signal: late.signal }),
      ]).catch(() => undefined)
      this.set((performance.now() - startedAt) / 1_000)
      late.abort()
    },
  })
}

/** Returns how many events did not reach the gateway of this process; null if it has none. */
export async function gapsIn(registry: Registry): Promise<number | null> {
  const found = await registry.getSingleMetric('forum_gateway_gaps_total')?.get()
  return found ? found.values.reduce((sum, { value }) => sum + value, 0) : null
}

/** Adds the free space of the disk with the data folder to the metrics. */
export function measureDisk(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'forum_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers: [registry],
    async collect() {
      this.set(await freeBytes(dataDir))
    },
  })
}
