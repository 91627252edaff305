import { signedIn, type Handlers } from '../platform/http/mount'
import type { AuthService } from './auth.service'
import type { EmailAddresses } from './email-addresses.service'

export const emailRoutes = (auth: Pick<AuthService, 'present'>, addresses: EmailAddresses) =>
  ({
    changeEmail: async (call) => ({
      user: await auth.present(await addresses.change(signedIn(call), call.body.email, call.language)),
    }),
    cancelEmailChange: async (call) => ({ user: await auth.present(await addresses.cancel(signedIn(call))) }),
    verifyEmail: ({ body, viewer }) => addresses.verify(body.token, viewer),
    resendEmail: async (call) => {
      await addresses.resend(signedIn(call), call.language)
    },
    undoEmail: async ({ body }) => {
      await addresses.undo(body.token)
    },
  }) satisfies Partial<Handlers>
