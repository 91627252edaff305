import type { Publisher } from '@forum/shared/bus'
import type { BusMessage } from '@forum/shared/events'
import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/**
 * A connection that fails at once while Redis is away instead of queueing: nobody waits for it, and what was
 * not published then is published by a sweep later.
 */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  let away = false
  redis.on('error', (error) => {
    if (!away) log.warn({ err: error }, 'redis is away')
    away = true
  })
  redis.on('ready', () => {
    if (away) log.info('redis is back')
    away = false
  })
  return redis
}

export class RedisPublisher implements Publisher {
  constructor(private readonly redis: Redis) {}

  async publish(channel: string, message: BusMessage): Promise<void> {
    await this.redis.publish(channel, JSON.stringify(message))
  }
}
