import type { Publisher, Subscriber } from '@forum/shared/bus'
import type { Logger } from 'pino'
import { connectRedis } from './redis-connection'
import { createRedisSubscriber } from './redis-subscriber'

export type RedisBus = Subscriber & Publisher & { close(): void }

/** The bus of a gateway with `REDIS_URL`: all that it publishes itself is who is typing. */
export function createRedisBus(url: string, log: Logger): RedisBus {
  const subscriber = createRedisSubscriber(url, log)
  const publisher = connectRedis(url, log.child({ redis: 'publisher' }))
  return {
    ...subscriber,
    async publish(channel, message) {
      await publisher.publish(channel, JSON.stringify(message))
    },
    close() {
      subscriber.close()
      publisher.disconnect()
    },
  }
}
