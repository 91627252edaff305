import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Shield } from './shield.service'

export const shieldRoutes = (shield: Shield) =>
  ({
    getRegistration: ({ address }) => shield.registration(address),
    getShieldRefusals: async (call) => ({ refusals: await shield.refusals(signedIn(call)) }),
  }) satisfies Partial<Handlers>
