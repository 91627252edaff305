import { api as contract, PERSONAL_TOKEN_PREFIX } from '@forum/shared/contract'
import Koa from 'koa'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { AccountsArea } from './accounts'
import type { BoardsArea } from './boards'
import { mountDocs } from './platform/http/docs'
import { handleErrors } from './platform/http/errors'
import { FastReads } from './platform/http/fast-reads'
import { logRequests, requestId } from './platform/http/logging'
import type { Metrics } from './platform/http/metrics'
import { jsonReads, mount, type Handlers } from './platform/http/mount'
import { warnOfUntrustedProxy } from './platform/http/proxies'
import { commonHeaders, refuseEndlessBodies } from './platform/http/responses'
import { createRouter, requireTarget, serveRoutes } from './platform/http/router'
import { discardUnreadBodies } from './platform/http/unread-bodies'
import { UploadMemory } from './platform/http/uploads'
import type { Ground } from './platform/ground'
import type { SiteArea } from './site'
import type Router from '@koa/router'

interface Served {
  routes: Handlers
  mount: (router: Router) => void
  sessions: AccountsArea['sessions']
  personalTokens: AccountsArea['personalTokens']
  settings: SiteArea['settings']
  agreements: SiteArea['agreements']
  emailAddresses: Pick<AccountsArea['emailAddresses'], 'requireVerified'>
  boards: BoardsArea['queries']
  metrics: Metrics
  registry: Registry
}

/** Returns the listener for requests: plain reads are answered directly, all others through Koa. */
export function serve(ground: Ground<unknown>, served: Served) {
  const { config, limits, log } = ground
  const {
    routes,
    sessions,
    personalTokens,
    settings,
    agreements,
    emailAddresses,
    boards,
    metrics,
    registry,
  } = served
  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  // Only errors from outside `handleErrors` reach this handler: a broken socket, or a failure of logging itself.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'connection error'))
  app.use(discardUnreadBodies)
  app.use(requireTarget)
  app.use(requestId)
  app.use(logRequests(log))
  app.use(metrics.middleware())
  app.use(warnOfUntrustedProxy(config.trustProxy, log))
  app.use(handleErrors(log))
  app.use(commonHeaders(config.corsOrigins))
  app.use(refuseEndlessBodies)
  const router = createRouter()
  mount(router, routes, {
    identify: (token) =>
      token.startsWith(PERSONAL_TOKEN_PREFIX) ? personalTokens.identify(token) : sessions.identify(token),
    identifyKnown: (token) => sessions.identifyKnown(token),
    stranger: () => boards.stranger(),
    requireAgreement: async (viewer) => {
      sessions.requireWarningsRead(viewer)
      await agreements.require(viewer)
      emailAddresses.requireVerified(viewer)
    },
    limits,
    isReadOnly: settings.isReadOnly,
    uploads: new UploadMemory(),
    gatewaySecret: config.gatewaySecret,
    checkResponses: config.checkResponses,
  })
  mountDocs(router, { siteName: settings.siteName, registry, metricsToken: config.metricsToken, limits })
  served.mount(router)
  serveRoutes(app, router)
  const fastReads = new FastReads({
    router,
    reads: jsonReads(contract, routes),
    identifyKnown: (token) => sessions.identifyKnown(token),
    stranger: () => boards.stranger(),
    limits,
    addressOf: (req) => Object.assign(Object.create(app.request) as Koa.Request, { app, req }).ip,
    metrics,
    log,
    checkResponses: config.checkResponses,
  })
  return () => {
    const koa = app.callback()
    return (req: IncomingMessage, res: ServerResponse): void => {
      if (!fastReads.handle(req, res)) void koa(req, res)
    }
  }
}
