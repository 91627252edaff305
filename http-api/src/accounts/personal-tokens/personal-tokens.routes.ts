import { signedIn, type Handlers } from '../../platform/http/mount'
import type { PersonalTokens } from './personal-tokens.service'

export const personalTokenRoutes = (tokens: PersonalTokens) =>
  ({
    listTokens: async (call) => ({ tokens: await tokens.list(signedIn(call)) }),
    createToken: (call) => tokens.create(signedIn(call), call.body),
    revokeToken: async (call) => {
      await tokens.revoke(signedIn(call), call.params.id)
    },
  }) satisfies Partial<Handlers>
