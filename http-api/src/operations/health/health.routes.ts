import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Health } from './health'
import type { SiteHealth } from './site-health'

export const healthRoutes = (health: Health, site: SiteHealth) =>
  ({
    live: () => Promise.resolve({ status: 'ok' as const }),
    ready: () => health.check(),
    getSiteHealth: async (call) => ({ health: await site.report(signedIn(call)) }),
  }) satisfies Partial<Handlers>
