import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Oidc } from './oidc.service'

export const oidcRoutes = (oidc: Oidc) =>
  ({
    listProviders: () => Promise.resolve({ providers: oidc.list() }),
    startOidc: ({ params, query }) => oidc.start(params.id, query),
    oidcCallback: ({ params, search, cookies }) => oidc.callback(params.id, search, cookies),
    finishOidc: ({ body, viewer, token, address, userAgent, language }) =>
      oidc.finish(body, { viewer, token, address, userAgent, language }),
    unlinkIdentity: async (call) => {
      await oidc.unlink(signedIn(call), call.params.provider, call.language)
    },
  }) satisfies Partial<Handlers>
