import Router, { type RouterContext } from '@koa/router'
import { ForumError } from '@forum/shared/errors'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import { METHODS } from 'node:http'

export type { RouterContext }
export type Params = Readonly<Record<string, string | undefined>>

/**
 * Finds the handler of a request by its path, without regard to case or a trailing slash. Every method that Node parses
 * counts as implemented, so that one that no route has is a 405 or a 404, never a 501.
 */
export const createRouter = (): Router => new Router({ methods: METHODS })

/**
 * Serves a router's routes. Refuses an unknown path, and a known one with another method, in which case `Allow` lists
 * the right ones.
 */
export function serveRoutes(app: Koa, router: Router): void {
  app.use(refuseUnrouted)
  app.use(router.routes())
  app.use(router.allowedMethods())
}

/** Gives a request whose target Koa cannot parse, such as `http://[`, the target of nothing. */
export const requireTarget: Middleware = async (ctx, next) => {
  try {
    void ctx.path
  } catch {
    ctx.req.url = '/api/'
  }
  await next()
}

/** Turns what the router leaves without a body into an error of the contract. */
const refuseUnrouted: Middleware = async (ctx, next) => {
  await next()
  const { routeMatched } = ctx as unknown as RouterContext
  if (routeMatched || ctx.status === 200) return
  throw new ForumError(ctx.res.hasHeader('Allow') ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND')
}

/** Returns the pattern and the parameters of the route that serves a GET of a path; null where none does. */
export function matchRead(router: Router, path: string): { pattern: string; params: Params } | null {
  const [layer] = router.match(path, 'GET').pathAndMethod
  return layer ? { pattern: String(layer.path), params: layer.params(path, layer.captures(path)) } : null
}
