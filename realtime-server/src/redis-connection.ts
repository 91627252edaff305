import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A command that takes longer than this counts as lost. */
const COMMAND_TIMEOUT_MS = 2_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000

/**
 * A connection that is tried for ever and never crashes the process. While it is away commands reject at
 * once and nothing is queued: old news helps nobody. What was subscribed is not renewed by the connection.
 */
export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (times) =>
      Math.min(RETRY_MIN_MS * 2 ** Math.min(times, 10), RETRY_MAX_MS) * (0.5 + Math.random() / 2),
  })
  let isAway = false
  redis.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
  // Said once an outage, not once a try.
  const onAway = (error?: Error) => {
    if (!isAway) log.warn({ err: error }, 'redis is away')
    isAway = true
  }
  redis.on('error', onAway)
  redis.on('close', () => onAway())
  return redis
}
