import { type RevokedReason } from '@forum/shared/events'
import { ApiError, clientError } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import { navigate, readToken, removeToken, storeToken, consumeRememberedPlace } from '../../lib/session'
import { readLastMember, storeLastMember } from './last-member'
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
  /** The member registered on this visit. */
  isNewMember: boolean
  /** The server could not confirm the token: `session` holds the last known state. */
  isSessionUnconfirmed: boolean
}

export interface AuthActions {
  /** Loads the account of the stored token; pages wait for it. The token is removed only when the server refuses it. */
  start: () => Promise<void>
  /** Signs in and returns to the page the member came from. */
  login: (credentials: Credentials) => Promise<Result<void>>
  /** Creates an account, signs it in and goes home. */
  register: (registration: Registration) => Promise<Result<void>>
  /** Signs out and goes home, even if the server fails to respond. */
  logout: () => Promise<void>
  /** Ends the session without leaving the current page. */
  endSession: (reason?: RevokedReason) => void
  /** Hides why the last session ended. */
  dismissSessionEnd: () => void
}

declare module '../../store/slice' {
  interface ForumState extends AuthState {}
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
  initialState: (): AuthState => ({
    session: { status: 'checking', user: null, endedBecause: null },
    isSessionUnconfirmed: false,
    isNewMember: false,
  }),
  handlers: {
    'session:revoked': (state, { reason }, { endSession }) => {
      // After a change of role the session continues: `start` loads the new role.
      if (reason !== 'role' && state.session.user !== null) endSession(reason)
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call, callBeyondSession, once }: SliceTools): AuthActions => {
    const signIn = async (response: ReturnType<typeof call<'login'>>): Promise<void> => {
      const { user, token }: Partial<Awaited<typeof response>> = await response
      if (!user || !token) throw clientError('TIMEOUT')
      storeToken(token)
      storeLastMember(token, user)
      get().changeSession(member(user))
    }
    /** The same account keeps its loaded data; another one starts empty. */
    const applySession = (session: Session) => {
      const before = get().session
      if (before.status !== 'checking' && before.user?.id !== session.user?.id) get().changeSession(session)
      else
        update((state) => {
          state.session = session
        })
    }
    const setUnconfirmed = (isUnconfirmed: boolean) => {
      update((state) => {
        state.isSessionUnconfirmed = isUnconfirmed
      })
    }
    return {
      start: () =>
        once('session', async () => {
          const token = readToken()
          if (token === null) {
            setUnconfirmed(false)
            applySession(anonymous(get().session.endedBecause))
            return
          }
          try {
            const { user } = await call('me', { quiet: true })
            storeLastMember(token, user)
            applySession(member(user))
            setUnconfirmed(false)
          } catch (error) {
            const status = error instanceof ApiError ? error.status : 0
            const { user, endedBecause } = get().session
            if (status === 401 || status === 403) {
              removeToken()
              setUnconfirmed(false)
              applySession(anonymous(user ? 'expired' : endedBecause))
              return
            }
            // Live updates call `start` again; the member stays signed in until the server refuses the token.
            if (!user) {
              const last = readLastMember(token)
              applySession(last ? member(last) : anonymous(endedBecause))
            }
            setUnconfirmed(true)
          }
        }),

      login: (credentials) =>
        resultOf(
          signIn(callBeyondSession('login', { body: credentials })).then(() => {
            // Going back must not lead to the form again.
            navigate(consumeRememberedPlace(), { replace: true })
          }),
        ),

      register: (registration) =>
        resultOf(
          signIn(callBeyondSession('register', { body: registration })).then(() => {
            update((state) => {
              state.isNewMember = true
            })
            navigate('/', { replace: true })
          }),
        ),

      logout: async () => {
        const token = readToken()
        if (Object.values(get().deletions).includes(true)) await get().sendDeletions()
        await callBeyondSession('logout').catch(() => undefined)
        // Sign out here whatever the server returned, unless another sign-in has happened meanwhile.
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
