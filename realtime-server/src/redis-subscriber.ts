import type { Subscriber } from '@forum/shared/bus'
import type { BusMessage } from '@forum/shared/events'
import type { Logger } from 'pino'
import { connectRedis } from './redis-connection'

export type RedisSubscriber = Subscriber & { close(): void }

/** A connection can be dead without a word; so often it is asked. */
const PING_EVERY_MS = 5_000
/** Channels in one SUBSCRIBE, so that a return with many of them does not hold up Redis. */
const CHANNELS_AT_ONCE = 500

/**
 * Hears channels over Redis. While Redis is away `subscribe` resolves at once and is made good on return;
 * then, once everything is heard again, the handlers of `onReturn` are called, since something may have been
 * missed. Nothing here rejects.
 */
export function createRedisSubscriber(url: string, log: Logger): RedisSubscriber {
  const redis = connectRedis(url, log.child({ redis: 'subscriber' }))
  const wanted = new Set<string>()
  const messageHandlers: ((channel: string, message: BusMessage) => void)[] = []
  const returnHandlers: (() => void)[] = []
  /** Everything wanted is heard or has been asked for on this connection. */
  let isUp = false
  /** Since the last return somebody may have missed something. */
  let missed = false

  redis.on('message', (channel: string, text: string) => {
    let message: BusMessage
    try {
      message = JSON.parse(text) as BusMessage
    } catch {
      log.warn({ channel }, 'a message on the bus is no JSON')
      return
    }
    for (const handler of messageHandlers) handler(channel, message)
  })

  redis.on('close', () => {
    isUp = false
    missed = true
  })

  redis.on('ready', () => {
    isUp = true
    renew().then(
      () => {
        if (!missed) return
        missed = false
        for (const handler of returnHandlers) handler()
      },
      (error: unknown) => startOver(error),
    )
  })

  const renew = async () => {
    const all = [...wanted]
    for (let from = 0; from < all.length; from += CHANNELS_AT_ONCE) {
      const some = all.slice(from, from + CHANNELS_AT_ONCE).filter((channel) => wanted.has(channel))
      if (some.length > 0) await redis.subscribe(...some)
    }
  }

  /** An unanswered command leaves open what is heard: a new connection asks for all that is wanted. */
  const startOver = (error: unknown) => {
    missed = true
    if (!isUp) return
    isUp = false
    log.warn({ err: error }, 'the subscription is begun anew')
    redis.disconnect(true)
  }

  const ping = setInterval(() => {
    if (isUp) redis.ping().catch(startOver)
  }, PING_EVERY_MS)

  return {
    async subscribe(channel) {
      wanted.add(channel)
      if (!isUp) {
        missed = true
        return
      }
      await redis.subscribe(channel).catch(startOver)
    },
    async unsubscribe(channel) {
      wanted.delete(channel)
      if (isUp) await redis.unsubscribe(channel).catch(startOver)
    },
    onMessage(handler) {
      messageHandlers.push(handler)
    },
    onReturn(handler) {
      returnHandlers.push(handler)
    },
    close() {
      clearInterval(ping)
      redis.disconnect()
    },
  }
}
