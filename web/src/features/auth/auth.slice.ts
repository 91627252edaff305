import { type RevokedReason } from '@forum/shared/events'
import { ApiError } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import { navigate, readToken, removeToken, storeToken, consumeRememberedPlace } from '../../lib/session'
import { type EventHandlers, type Session, type Slice, type SliceTools } from '../../store/slice'

export interface Credentials {
  username: string
  password: string
}
export interface Registration extends Credentials {
  email: string
  displayName?: string
}

export interface AuthState {
  session: Session
}

export interface AuthActions {
  /** Checks whose the stored token is; pages wait for it. The token is removed only when the server refuses it. */
  start: () => Promise<void>
  /** Signs in and returns to where the member was. */
  login: (credentials: Credentials) => Promise<Result<void>>
  /** Creates an account, signs it in and goes home. */
  register: (registration: Registration) => Promise<Result<void>>
  /** Signs out and goes home, whatever the server says. */
  logout: () => Promise<void>
  /** Makes the reader a visitor of the page they are on. */
  endSession: (reason?: RevokedReason) => void
  /** Hides why the last session ended. */
  dismissSessionEnd: () => void
}

declare module '../../store/slice' {
  interface ForumActions extends AuthActions {}
}

const anonymous = (endedBecause: RevokedReason | null = null): Session => ({
  status: 'anonymous',
  user: null,
  endedBecause,
})

const member = (user: Session['user']): Session => ({ status: 'member', user, endedBecause: null })

export const authSlice = {
  scope: 'session',
  initialState: (): AuthState => ({ session: { status: 'checking', user: null, endedBecause: null } }),
  handlers: {
    'session:revoked': (state, { reason }, { endSession }) => {
      // After a change of role the same session goes on: `start` reads the new role.
      if (reason !== 'role' && state.session.user !== null) endSession(reason)
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call, callBeyondSession, once }: SliceTools): AuthActions => {
    const signIn = async (answer: ReturnType<typeof call<'login'>>): Promise<void> => {
      const { user, token } = await answer
      storeToken(token)
      get().changeSession(member(user))
    }
    /** The same account goes on with what it has read; another one starts empty. */
    const applySession = (session: Session) => {
      const before = get().session
      if (before.status !== 'checking' && before.user?.id !== session.user?.id) get().changeSession(session)
      else
        update((state) => {
          state.session = session
        })
    }
    return {
      start: () =>
        once('session', async () => {
          if (readToken() === null) {
            applySession(anonymous(get().session.endedBecause))
            return
          }
          try {
            const { user } = await call('me', { quiet: true })
            applySession(member(user))
          } catch (error) {
            const status = error instanceof ApiError ? error.status : 0
            const { user, endedBecause } = get().session
            if (status === 401 || status === 403) {
              removeToken()
              applySession(anonymous(user ? 'expired' : endedBecause))
              return
            }
            // A member stays one while the server cannot be reached.
            if (!user) applySession(anonymous(endedBecause))
          }
        }),

      login: (credentials) =>
        resultOf(
          signIn(call('login', { body: credentials })).then(() => {
            navigate(consumeRememberedPlace())
          }),
        ),

      register: (registration) =>
        resultOf(
          signIn(call('register', { body: registration })).then(() => {
            navigate('/')
          }),
        ),

      logout: async () => {
        const token = readToken()
        await callBeyondSession('logout').catch(() => undefined)
        // Signed out here whatever the server said, unless somebody has signed in meanwhile.
        if (readToken() !== null && readToken() !== token) return
        removeToken()
        get().changeSession(anonymous())
        navigate('/')
      },

      endSession: (reason) => {
        const { status, endedBecause } = get().session
        if (status !== 'anonymous') get().changeSession(anonymous(reason ?? endedBecause))
      },

      dismissSessionEnd: () => {
        update((state) => {
          state.session.endedBecause = null
        })
      },
    }
  },
} satisfies Slice
