import type { IncomingMessage, ServerResponse } from 'node:http'
import { mayReadMetrics, Probe } from '@forum/http-api'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

interface Deps {
  redis: { commands: Redis; subscriber: Redis }
  /** Makes a call to the API that only a gateway with the right secret may make. */
  callApi: () => Promise<unknown>
  registry: Registry
  metricsToken: string | undefined
  /** True once the process is about to stop and should get no new requests. */
  isStopping: () => boolean
  log: Logger
}

/**
 * Serves the HTTP endpoints of a process that runs only a gateway: health and metrics. It is ready while it receives
 * events from Redis and the API identifies tokens for it; otherwise the status is 503.
 */
export function gatewayRequests(deps: Deps): (req: IncomingMessage, res: ServerResponse) => void {
  const { redis, registry, metricsToken, log } = deps
  const redisProbe = new Probe(() => redis.commands.ping().then(() => true), false)
  const apiProbe = new Probe(() => deps.callApi().then(() => true), false)
  let wasReady = true

  const readiness = async () => {
    const [redisResponds, apiResponds] = await Promise.all([redisProbe.state(), apiProbe.state()])
    const isRedisUp = redisResponds && redis.subscriber.status === 'ready'
    const isReady = isRedisUp && apiResponds && !deps.isStopping()
    const state = (isUp: boolean) => (isUp ? 'up' : 'down')
    const dependencies = { api: state(apiResponds), redis: state(isRedisUp) }
    if (isReady !== wasReady) {
      wasReady = isReady
      if (isReady) log.info(dependencies, 'ready again')
      else if (!deps.isStopping()) log.warn(dependencies, 'not ready')
    }
    return { isReady, dependencies }
  }

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [pathname] = (req.url ?? '').split('?')
    if (pathname === '/api/health/live') return sendJson(res, 200, { status: 'ok' })
    if (pathname === '/api/health/ready') {
      const { isReady, dependencies } = await readiness()
      return sendJson(res, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', dependencies })
    }
    if (pathname !== '/api/metrics') return sendJson(res, 404, { code: 'NOT_FOUND' })
    if (!mayReadMetrics(req, metricsToken)) return sendJson(res, 403, { code: 'FORBIDDEN' })
    res.setHeader('Content-Type', registry.contentType)
    res.end(await registry.metrics())
  }

  return (req, res) => {
    handle(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'request failed')
      res.destroy()
    })
  }
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.end(JSON.stringify(body))
}
