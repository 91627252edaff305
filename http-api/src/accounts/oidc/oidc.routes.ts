import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Oidc } from './oidc.service'

export const oidcRoutes = (oidc: Oidc) =>
  ({
    listProviders: () => Promise.resolve({ providers: oidc.list() }),
    startOidc: ({ params, query }) => oidc.start(params.id, query.returnTo),
    oidcCallback: ({ params, search, cookies }) => oidc.callback(params.id, search, cookies),
    finishOidc: ({ body, viewer, token, address, userAgent }) =>
      oidc.finish(body, { viewer, token, address, userAgent }),
    unlinkIdentity: async (call) => {
      await oidc.unlink(signedIn(call), call.params.provider)
    },
  }) satisfies Partial<Handlers>
