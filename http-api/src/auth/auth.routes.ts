import { signedIn, type Handlers } from '../platform/mount'
import { presentTokenHolder } from './auth.presenter'
import type { AuthService } from './auth.service'
import type { DemoSignIn } from './demo-sign-in'
import type { Sessions } from './sessions'

export const authRoutes = (auth: AuthService, sessions: Sessions, demoSignIn: DemoSignIn) =>
  ({
    register: ({ body, address, userAgent }) => auth.register(body, { address, userAgent }),
    login: ({ body, address, isForwarded, userAgent }) => {
      demoSignIn.authorize(body.password, isForwarded)
      return auth.login(body.username, body.password, { address, userAgent })
    },
    logout: async ({ token }) => {
      if (token) await sessions.revokeToken(token)
    },
    me: async (call) => ({ user: await auth.present(sessions.accountOf(signedIn(call))) }),
    listSessions: async (call) => ({ sessions: await sessions.list(signedIn(call)) }),
    revokeSession: async (call) => {
      await sessions.revoke(signedIn(call).actor.id, call.params.sessionId, 'logout')
    },
    identifyTokens: async ({ body }) => {
      const viewers = await sessions.identifyAll(body.tokens)
      return { holders: viewers.map((viewer) => viewer && presentTokenHolder(viewer)) }
    },
  }) satisfies Partial<Handlers>
