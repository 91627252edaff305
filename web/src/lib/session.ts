import { type RevokedReason } from '@forum/shared/events'
import { language } from './i18n'
import { createListeners } from './signal'
import { pathOnThisSite } from './site-path'
import { readStored, removeStored, writeStored } from './storage'

/**
 * Storage keys of a session: the token, the language and the place to return to after sign-in. Without storage, or if
 * it is full, a session lasts as long as the page.
 */
const TOKEN = 'token'
const LANGUAGE = 'i18nextLng'
const RETURN_TO = 'redirectAfterLogin'
const NEW_MEMBER = 'newMember'
const ENDED_BECAUSE = 'endedBecause'
/** The account of the token, for page loads while the server cannot be reached. */
export const LAST_MEMBER_KEY = 'lastMember'

export const readToken = (): string | null => readStored(TOKEN)
export const storeToken = (token: string): void => {
  writeStored(TOKEN, token)
}

/** Removes the token. `reason` is the server's reason for ending the session, which the other tabs read. */
export const removeToken = (reason: RevokedReason | '' = ''): void => {
  // Written first: removing the token notifies the other tabs.
  writeStored(ENDED_BECAUSE, reason)
  removeStored(TOKEN)
  removeStored(LAST_MEMBER_KEY)
}

/**
 * The id of an account created in this browser that has not signed in again since; the first sign-in does not welcome
 * it back.
 */
export const readNewMember = (): string | null => readStored(NEW_MEMBER)
export const storeNewMember = (userId: number | ''): void => {
  writeStored(NEW_MEMBER, String(userId))
}

/**
 * Returns the reason why the server ended a session whose token another tab removed; undefined after a sign-out there.
 */
export const readEndedBecause = (): RevokedReason | undefined =>
  (readStored(ENDED_BECAUSE) || undefined) as RevokedReason | undefined

/** The storage key of the token, for listening to other tabs. */
export const TOKEN_KEY = TOKEN

export const readLanguage = (): string => readStored(LANGUAGE) ?? language

/** Stores the language of the interface in place of any other. */
export function storeLanguage(): void {
  if (readStored(LANGUAGE) !== language) writeStored(LANGUAGE, language)
}

const isSignInForm = (path: string): boolean => /^\/(login|register)(?=$|[/?#])/.test(path)

/** Remembers the current place to return to after sign-in, unless it is the home page or a sign-in form. */
export function rememberPlace(path: string = currentPath()): void {
  if (path !== '/' && !isSignInForm(path)) writeStored(RETURN_TO, path)
}

/** Removes and returns the place to go to after sign-in: a path on this site, never a sign-in form. */
export function consumeRememberedPlace(): string {
  const path = readStored(RETURN_TO)
  removeStored(RETURN_TO)
  const inside = path === null ? null : pathOnThisSite(path)
  return inside === null || isSignInForm(inside) ? '/' : inside
}

/** Forgets the place, so that the next person to sign in does not continue there. */
export const forgetPlace = (): void => {
  removeStored(RETURN_TO)
}

export function currentPath(): string {
  return location.pathname + location.search + location.hash
}

type Navigate = (path: string, options?: { replace?: boolean }) => void

let navigator: Navigate = (path) => {
  location.assign(path)
}

/** Sets the router's navigation, for code outside components. */
export function setNavigate(navigate: Navigate): void {
  navigator = navigate
}

export const navigate: Navigate = (path, options) => {
  navigator(path, options)
}

const leaving = createListeners()

/** Registers a function that is called before the app navigates away automatically, such as after a 401. */
export const beforeLeaving = leaving.subscribe

export const flushBeforeLeaving = leaving.notify

const signingOut = new Set<() => Promise<void>>()

/** Registers `work`, which is finished before the member signs out. Returns a function that unregisters it. */
export function beforeSignOut(work: () => Promise<void>): () => void {
  signingOut.add(work)
  return () => signingOut.delete(work)
}

/** Runs the registered work; null if there is none. */
export function finishBeforeSignOut(): Promise<unknown> | null {
  return signingOut.size === 0 ? null : Promise.all([...signingOut].map((work) => work()))
}

const ended = createListeners()

/** Registers a function that is called when the server no longer accepts the token. */
export const onSessionEnd = ended.subscribe

/**
 * Handles a 401: saves drafts, removes the token, remembers the path and goes home, where the login panel leads back.
 * `token` is the refused one: a newer one stays.
 */
export function endSession(token: string | null): void {
  if (token !== readToken()) return
  flushBeforeLeaving()
  removeToken('expired')
  ended.notify()
  if (location.pathname === '/') return
  rememberPlace()
  navigate('/')
}
