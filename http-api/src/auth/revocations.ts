import { audiences, channelOf } from '@forum/shared/events'
import type { Redis } from 'ioredis'

const CHANNEL_PREFIX = channelOf(audiences.session(0)).replace(/0$/, '')

/**
 * Hears of sessions that other API processes end, and of members whose rights they change. The bus may lose that, so
 * that what is remembered of a token is short-lived all the same.
 */
export function hearRevocations(
  /** A connection of its own: a subscribed one takes no other commands. */
  subscriber: Redis,
  hear: {
    /** A session ended or has other rights. */
    onRevoked: (sessionId: number) => void
    /** The connection is back after revocations may have been missed. */
    onReturn: () => void
    onFailure: (error: unknown) => void
  },
): void {
  const subscribe = () => {
    subscriber.psubscribe(`${CHANNEL_PREFIX}*`).then(hear.onReturn, hear.onFailure)
  }
  subscriber.on('pmessage', (_pattern: string, channel: string) => {
    hear.onRevoked(Number(channel.slice(CHANNEL_PREFIX.length)))
  })
  subscriber.on('ready', subscribe)
  if (subscriber.status === 'ready') subscribe()
}
