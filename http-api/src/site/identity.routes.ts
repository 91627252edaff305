import { signedIn, type Handlers } from '../platform/http/mount'
import type { IdentityService } from './identity.service'

export const identityRoutes = (identity: IdentityService) =>
  ({
    getSite: () => Promise.resolve({ site: identity.site() }),
    setSite: async (call) => ({ site: await identity.set(signedIn(call), call.body) }),
    setLogo: async (call) => {
      if (!call.file) throw new Error('the upload has no file')
      return { site: await identity.setLogo(signedIn(call), call.file.bytes) }
    },
    removeLogo: async (call) => ({ site: await identity.removeLogo(signedIn(call)) }),
  }) satisfies Partial<Handlers>
