import { signedIn, type Handlers } from '../platform/http/mount'
import type { Viewer } from '../platform/http/viewer'
import { presentTokenHolder } from './auth.presenter'
import type { AuthService } from './auth.service'
import type { Credentials } from './credentials.service'
import type { DemoSignIn } from './demo-sign-in'
import type { AccountDeletion } from './account-deletion.service'
import type { Passkeys } from './passkeys/passkeys.service'
import type { PasswordResets } from './password-resets.service'
import type { PersonalTokens } from './personal-tokens/personal-tokens.service'
import type { ProfileService } from './profile.service'
import type { SecondFactors } from './second-factors.service'
import type { Sessions } from './sessions.service'

export interface AuthRoutesDeps {
  auth: AuthService
  sessions: Sessions
  profile: ProfileService
  credentials: Credentials
  resets: PasswordResets
  deletion: AccountDeletion
  demoSignIn: DemoSignIn
  secondFactors: SecondFactors
  passkeys: Pick<Passkeys, 'confirm'>
  personalTokens: Pick<PersonalTokens, 'identifyReaders'>
}

/** Returns the signed-in member of a call, and where from. */
const callerOf = (call: { viewer: Viewer | null; address: string }) => ({
  viewer: signedIn(call),
  address: call.address,
})

export const authRoutes = ({
  auth,
  sessions,
  profile,
  credentials,
  resets,
  deletion,
  demoSignIn,
  secondFactors,
  passkeys,
  personalTokens,
}: AuthRoutesDeps) =>
  ({
    register: ({ body, address, userAgent, language }) =>
      auth.register(body, { address, userAgent, language }),
    login: ({ body, address, isForwarded, userAgent }) => {
      demoSignIn.authorize(body.password, isForwarded)
      return auth.login(body, { address, userAgent })
    },
    logout: async ({ token }) => {
      if (token) await sessions.revokeToken(token)
    },
    me: async (call) => ({ user: await auth.present(sessions.accountOf(signedIn(call))) }),
    listSessions: async (call) => {
      const { actor, sessionId } = signedIn(call)
      return { sessions: await sessions.list(actor.id, sessionId) }
    },
    revokeSession: async (call) => {
      await sessions.revoke(signedIn(call).actor.id, call.params.sessionId, 'logout')
    },
    updateProfile: async (call) => ({
      user: await auth.present(await profile.change(signedIn(call), call.body)),
    }),
    changePassword: async (call) => {
      const { member, token } = await profile.changePassword(callerOf(call), call.body)
      return { user: await auth.present(member), token }
    },
    uploadAvatar: async (call) => {
      if (!call.file) throw new Error('the upload has no file')
      const { member, avatarUrl } = await profile.setAvatar(signedIn(call), call.file.bytes)
      return { avatarUrl, user: await auth.present(member) }
    },
    createResetLink: (call) => resets.linkFor(signedIn(call), call.params.userId),
    getPasswordHelp: () => resets.help(),
    forgotPassword: ({ body, language }) => {
      resets.request(body.username, language)
      return Promise.resolve(undefined)
    },
    resetPassword: ({ body, address, userAgent }) => resets.reset(body, { address, userAgent }),
    getSecondFactor: async (call) => ({ secondFactor: await secondFactors.get(signedIn(call)) }),
    beginSecondFactor: (call) => secondFactors.begin(callerOf(call), call.body.password),
    turnOnSecondFactor: async (call) => {
      const { member, recoveryCodes } = await secondFactors.turnOn(callerOf(call), call.body.code)
      return { user: await auth.present(member), recoveryCodes }
    },
    turnOffSecondFactor: async (call) => ({
      user: await auth.present(await secondFactors.turnOff(callerOf(call), call.body)),
    }),
    confirmPassword: async (call) => {
      const { passkey, ...typed } = call.body
      if (passkey) await passkeys.confirm(signedIn(call), passkey)
      else await credentials.confirm(callerOf(call), typed)
    },
    deleteAccount: async (call) => {
      await deletion.delete(callerOf(call), call.body)
    },
    identifyTokens: async ({ body }) => {
      const viewers = await personalTokens.identifyReaders(body.tokens)
      return { holders: viewers.map((viewer) => viewer && presentTokenHolder(viewer)) }
    },
  }) satisfies Partial<Handlers>
