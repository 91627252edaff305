import { pathOnThisSite } from './site-path'

/**
 * What the browser stores of a session: the token, the language and the place to return to after sign-in. Without
 * storage, or with a full one, a session lasts as long as the page.
 */
const TOKEN = 'token'
const LANGUAGE = 'i18nextLng'
const RETURN_TO = 'redirectAfterLogin'
/** The account of the token, for page loads at which the server cannot be reached. */
export const LAST_MEMBER_KEY = 'lastMember'

const memory = new Map<string, string>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

function write(key: string, value: string): void {
  memory.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Kept in memory.
  }
}

function remove(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // There was none.
  }
}

export const readToken = (): string | null => read(TOKEN)
export const storeToken = (token: string): void => {
  write(TOKEN, token)
}
export const removeToken = (): void => {
  remove(TOKEN)
  remove(LAST_MEMBER_KEY)
}

/** The storage key of the token, for listening to other tabs. */
export const TOKEN_KEY = TOKEN

export const readLanguage = (): string => read(LANGUAGE) ?? 'zh'

/** Remembers the current place to return to after sign-in, unless it is the home page. */
export function rememberPlace(path: string = currentPath()): void {
  if (path !== '/') write(RETURN_TO, path)
}

/** Removes and returns the place to go to after sign-in: a path of this site, never a sign-in form. */
export function consumeRememberedPlace(): string {
  const path = read(RETURN_TO)
  remove(RETURN_TO)
  const inside = path === null ? null : pathOnThisSite(path)
  return inside === null || /^\/(login|register)(?=$|[/?#])/.test(inside) ? '/' : inside
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

const leaving = new Set<() => void>()

/** Calls `save` before the app navigates away on its own, such as after a 401. */
export function beforeLeaving(save: () => void): () => void {
  leaving.add(save)
  return () => leaving.delete(save)
}

export function flushBeforeLeaving(): void {
  for (const save of leaving) save()
}

const ended = new Set<() => void>()

/** Calls `handler` when the server no longer knows the token. */
export function onSessionEnd(handler: () => void): () => void {
  ended.add(handler)
  return () => ended.delete(handler)
}

/**
 * Handles a 401: saves drafts, removes the token, remembers the path and goes home, where the login panel brings the
 * reader back. `token` is the refused one: a newer one stays.
 */
export function endSession(token: string | null): void {
  if (token !== readToken()) return
  flushBeforeLeaving()
  removeToken()
  for (const handler of ended) handler()
  if (location.pathname === '/') return
  rememberPlace()
  navigate('/')
}
