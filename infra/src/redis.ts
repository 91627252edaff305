import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A command that takes longer counts as failed. */
const COMMAND_TIMEOUT_MS = 1_000
const CONNECT_TIMEOUT_MS = 2_000
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2_000

/**
 * Connects to Redis, for both servers; retries for ever and never crashes the process. While Redis is unavailable,
 * commands reject at once and nothing is queued: late messages are of no use, and a sweep publishes missed events
 * later. Subscriptions are not restored: the subscriber knows which ones are still wanted.
 */
export async function connectRedis(url: string, use: string, log: Logger): Promise<Redis> {
  // Loaded only where it is needed: it takes 9 MB of memory.
  const { Redis: Client } = await import('ioredis')
  const redis = new Client(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt) =>
      Math.min(RETRY_MIN_MS * 2 ** Math.min(attempt, 10), RETRY_MAX_MS) * (0.5 + Math.random() / 2),
    // The primary has become a replica: a new connection may lead to the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let isUnavailable = false
  redis.on('ready', () => {
    if (isUnavailable) log.info({ redis: use }, 'redis is available again')
    isUnavailable = false
  })
  // Logged once per outage, not once per attempt.
  const warnOnce = (error?: Error) => {
    if (!isUnavailable) log.warn({ err: error, redis: use }, 'redis is unavailable')
    isUnavailable = true
  }
  redis.on('error', warnOnce)
  redis.on('close', () => warnOnce())
  return redis
}

const ANNOUNCE_AGAIN_MS = 1_000
/** The second id of a server that was never promoted. */
const NO_PREDECESSOR = /^0*$/

/**
 * Calls `announce` when the connection leads to a promoted server that it did not lead to before: the earlier primary may
 * have accepted messages that nobody received. So does the first connection, since the process may have been killed right
 * after such a message. Repeats what failed while the connection lasts, and on the next one. A server that was only
 * restarted has no predecessor.
 */
export function onFailover(redis: Redis, announce: () => Promise<void>): void {
  let dataset = ''
  let isOwed = false
  const look = async () => {
    const info = await redis.info('replication')
    const valueOf = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? ''
    // A replica does not pass on messages that are published to it. A new connection will lead to its primary.
    if (valueOf('role') !== 'master') return
    // A replica that is promoted gets an id of its own and keeps that of its primary as the second.
    const isPromoted = !NO_PREDECESSOR.test(valueOf('master_replid2'))
    if (isPromoted && valueOf('master_replid') !== dataset) isOwed = true
    dataset = valueOf('master_replid')
    if (!isOwed) return
    await announce()
    isOwed = false
  }
  // A promoted server may be slow at first. A connection that is lost meanwhile returns here.
  const ready = () =>
    void look().catch(() => setTimeout(() => redis.status === 'ready' && ready(), ANNOUNCE_AGAIN_MS).unref())
  redis.on('ready', ready)
  if (redis.status === 'ready') ready()
}

/**
 * Connects to Redis and waits for the connection, for a command that ends soon.
 *
 * @throws {Error} if it cannot be reached
 */
export async function connectToRunningRedis(url: string, use: string, log: Logger): Promise<Redis> {
  const redis = await connectRedis(url, use, log)
  if (redis.status === 'ready') return redis
  try {
    await new Promise((resolve, reject) => {
      redis.once('ready', resolve)
      redis.once('error', reject)
    })
    return redis
  } catch (error) {
    redis.disconnect()
    throw error
  }
}

/** Returns why a Redis URL cannot be used, in both languages, or null if it can. */
export function redisUrlFault(url: string): string | null {
  const scheme = /^([a-z+-]+):\/\//i.exec(url)?.[1]?.toLowerCase() ?? ''
  const hosts = url.slice(url.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
  const isList = (hosts.split('@').at(-1) ?? '').includes(',')
  if (isList || /sentinel|cluster/.test(scheme)) {
    return (
      'REDIS_URL names a Redis Sentinel, a Redis Cluster or several servers, which is not supported; ' +
      'give the address of one server or proxy, such as redis://host:6379. ' +
      'REDIS_URL 指向 Redis Sentinel、Redis Cluster 或多台服务器，目前不支持；请填写单个地址，例如 redis://host:6379'
    )
  }
  if ((scheme !== 'redis' && scheme !== 'rediss') || !URL.canParse(url))
    return 'REDIS_URL must start with redis:// or rediss:// and name one server'
  return null
}
