import { signedIn, type Handlers } from '../../platform/http/mount'
import type { AuthService } from '../auth.service'
import type { Passkeys } from './passkeys.service'

export const passkeyRoutes = (passkeys: Passkeys, auth: Pick<AuthService, 'present'>) =>
  ({
    beginPasskey: async (call) => ({ ...(await passkeys.begin(signedIn(call))) }),
    addPasskey: async (call) => {
      const { member, passkey } = await passkeys.add(signedIn(call), call.body, call.language)
      return { user: await auth.present(member), passkey }
    },
    renamePasskey: async (call) => ({
      user: await auth.present(await passkeys.rename(signedIn(call), call.params.id, call.body.name)),
    }),
    removePasskey: async (call) => {
      await passkeys.remove(signedIn(call), call.params.id, call.language)
    },
    beginPasskeySignIn: async () => ({ ...(await passkeys.beginSignIn()) }),
    signInWithPasskey: ({ body, address, userAgent }) => passkeys.signIn(body, { address, userAgent }),
  }) satisfies Partial<Handlers>
