import { type RevokedReason } from '@forum/shared/events'
import { language } from './i18n'
import { createListeners } from './signal'
import { pathOnThisSite } from './site-path'
import { readStored, removeStored, writeStored } from './storage'

/**
 * What the browser stores about a session: the token, the language and the place to return to after sign-in. Without
 * storage, or if it is full, a session lasts as long as the page.
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

/** Removes the token; `because` is why the server ended the session, which the other tabs then know too. */
export const removeToken = (because: RevokedReason | '' = ''): void => {
  // First, since the other tabs hear of the token.
  writeStored(ENDED_BECAUSE, because)
  removeStored(TOKEN)
  removeStored(LAST_MEMBER_KEY)
}

/** The id of the account that was created in this browser and has not signed in again since: it is not welcomed back. */
export const readNewMember = (): string | null => readStored(NEW_MEMBER)
export const storeNewMember = (userId: number | ''): void => {
  writeStored(NEW_MEMBER, String(userId))
}

/** Why the server ended the session of a token that another tab removed; undefined after a sign-out there. */
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

/** Forgets the place: the next person to sign in does not continue where somebody else has left. */
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

/** Registers `work`, which is finished before the member signs out; returns a function that takes it back. */
export function beforeSignOut(work: () => Promise<void>): () => void {
  signingOut.add(work)
  return () => signingOut.delete(work)
}

/** Returns null if there is nothing to finish. */
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
