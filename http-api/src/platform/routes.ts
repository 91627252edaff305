import findMyWay, { type HTTPMethod } from 'find-my-way'
import { ForumError } from '@forum/shared/errors'
import type { Context, Middleware } from 'koa'

export type Params = Readonly<Record<string, string | undefined>>
export type Run = (ctx: Context, params: Params) => Promise<void>

interface Route {
  pattern: string
  run: Run
}

/** Placeholder for the handler that find-my-way requires; only its lookup is used. */
const unused = () => undefined

/**
 * Finds the handler of a request in a radix tree. Refuses an unknown path, and a known one with another method, in
 * which case `Allow` lists the right ones.
 */
export class Routes {
  private readonly tree = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: 2_048,
  })
  private readonly methods = new Set<HTTPMethod>()

  /** `GET` includes `HEAD`. */
  add(methods: readonly HTTPMethod[], pattern: string, run: Run): void {
    for (const method of methods.flatMap((name): HTTPMethod[] =>
      name === 'GET' ? ['GET', 'HEAD'] : [name],
    )) {
      this.methods.add(method)
      this.tree.on(method, pattern, unused, { pattern, run } satisfies Route)
    }
  }

  readonly handle: Middleware = async (ctx) => {
    const found = this.tree.find(ctx.method as HTTPMethod, ctx.path)
    if (!found) return this.refuse(ctx)
    const { pattern, run } = found.store as Route
    ctx.state.route = pattern
    await run(ctx, found.params)
  }

  /** The pattern of what runs for a GET, and the parameters of the path; null where nothing does. */
  match(path: string): { pattern: string; params: Params } | null {
    const found = this.tree.find('GET', path)
    return found && { pattern: (found.store as Route).pattern, params: found.params }
  }

  private refuse(ctx: Context): void {
    const allowed = [...this.methods].filter((method) => this.tree.find(method, ctx.path))
    if (allowed.length === 0) throw new ForumError('NOT_FOUND')
    ctx.set('Allow', allowed.join(', '))
    if (ctx.method !== 'OPTIONS') throw new ForumError('METHOD_NOT_ALLOWED')
    ctx.status = 200
    ctx.body = ''
  }
}
