import { type CurrentUser } from '@forum/shared/contract'
import { type RevokedReason } from '@forum/shared/events'
import { ApiError, clientError } from '../../lib/api'
import { type Result, resultOf } from '../../lib/result'
import {
  consumeRememberedPlace,
  forgetPlace,
  finishBeforeSignOut,
  navigate,
  readNewMember,
  readToken,
  removeToken,
  storeNewMember,
  storeToken,
} from '../../lib/session'
import { type Forum, type Session, sessionSlice } from '../../store'
import { authSlice } from './auth.slice'
import { readLastMember, storeLastMember } from './last-member'

export interface Credentials {
  username: string
  password: string
  /** The code of a second factor. */
  code?: string
}
export interface Registration extends Credentials {
  email: string
  displayName?: string
}

export const anonymous = (endedBecause: RevokedReason | null = null): Session => ({
  status: 'anonymous',
  user: null,
  endedBecause,
})

export const member = (user: CurrentUser): Session => ({ status: 'member', user, endedBecause: null })

async function signIn(forum: Forum, response: Promise<{ user: CurrentUser; token: string }>): Promise<void> {
  const { user, token }: Partial<Awaited<typeof response>> = await response
  if (!user || !token) throw clientError('TIMEOUT')
  storeToken(token)
  storeLastMember(token, user)
  forum.changeSession(member(user))
}

/** The same account keeps its loaded data; another one starts empty. */
function applySession(forum: Forum, session: Session): void {
  const before = forum.read(sessionSlice)
  if (before.status !== 'checking' && before.user?.id !== session.user?.id) forum.changeSession(session)
  else
    forum.update((write) => {
      Object.assign(write(sessionSlice), session, { endedUserId: null })
    })
}

function setUnconfirmed(forum: Forum, isUnconfirmed: boolean): void {
  forum.update((write) => {
    write(authSlice).isSessionUnconfirmed = isUnconfirmed
  })
}

/** Loads the account of the stored token; pages wait for it. The token is removed only when the server refuses it. */
export function startSession(forum: Forum): Promise<void> {
  return forum.once('session', async () => {
    const token = readToken()
    if (token === null) {
      setUnconfirmed(forum, false)
      applySession(forum, anonymous(forum.read(sessionSlice).endedBecause))
      return
    }
    try {
      const { user } = await forum.call('me', { quiet: true })
      storeLastMember(token, user)
      applySession(forum, member(user))
      setUnconfirmed(forum, false)
      forum.update((write) => {
        write(authSlice).isNewMember = readNewMember() === String(user.id)
      })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const { user, endedBecause } = forum.read(sessionSlice)
      if (status === 401 || status === 403) {
        removeToken()
        setUnconfirmed(forum, false)
        applySession(forum, anonymous(user ? 'expired' : endedBecause))
        return
      }
      // Live updates start the session again; the member stays signed in until the server refuses the token.
      if (!user) {
        const last = readLastMember(token)
        applySession(forum, last ? member(last) : anonymous(endedBecause))
      }
      setUnconfirmed(forum, true)
    }
  })
}

/** Signs in with the response of a call that starts a session, and returns to the page from which the member came. */
export async function enterWith(
  forum: Forum,
  response: Promise<{ user: CurrentUser; token: string }>,
): Promise<void> {
  await signIn(forum, response)
  storeNewMember('')
  // Going back must not lead to the form again.
  navigate(consumeRememberedPlace(), { replace: true })
}

export const login = (forum: Forum, credentials: Credentials): Promise<Result<void>> =>
  resultOf(enterWith(forum, forum.callBeyondSession('login', { body: credentials })))

/** Creates an account, signs it in and returns to the page from which the newcomer came. */
export function register(forum: Forum, registration: Registration): Promise<Result<void>> {
  return resultOf(
    signIn(forum, forum.callBeyondSession('register', { body: registration })).then(() => {
      storeNewMember(forum.read(sessionSlice).user?.id ?? '')
      forum.update((write) => {
        write(authSlice).isNewMember = true
      })
      navigate(consumeRememberedPlace(), { replace: true })
    }),
  )
}

/** Signs out and goes home, even if the server fails to respond. */
export async function logout(forum: Forum): Promise<void> {
  const token = readToken()
  const unfinished = finishBeforeSignOut()
  if (unfinished) await unfinished
  await forum.callBeyondSession('logout').catch(() => undefined)
  // Sign out here whatever the server returned, unless another sign-in has happened meanwhile.
  if (readToken() !== null && readToken() !== token) return
  removeToken()
  forgetPlace()
  forum.changeSession(anonymous())
  navigate('/')
}

/** Ends the session without leaving the current page. */
export function endSession(forum: Forum, reason?: RevokedReason): void {
  const { status, endedBecause } = forum.read(sessionSlice)
  if (status !== 'anonymous') forum.changeSession(anonymous(reason ?? endedBecause))
}

/** Hides the reason why the last session ended. */
export function dismissSessionEnd(forum: Forum): void {
  forum.update((write) => {
    write(sessionSlice).endedBecause = null
  })
}
