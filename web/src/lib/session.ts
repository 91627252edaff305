/**
 * What of a session lives in the browser: the token, the language and the place to come back to
 * (specification §3, storage keys). Storage may be absent or full; then a session lasts as long as the page.
 */
const TOKEN = 'token'
const LANGUAGE = 'i18nextLng'
const RETURN_TO = 'redirectAfterLogin'

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
}

/** The key under which the token is stored, for those who listen to other tabs. */
export const TOKEN_KEY = TOKEN

export const readLanguage = (): string => read(LANGUAGE) ?? 'zh'

/** Remembers where a person was, to bring them back after sign-in; the home page needs no remembering. */
export function rememberPlace(path: string = currentPath()): void {
  if (path !== '/') write(RETURN_TO, path)
}

/** Where to go after sign-in, once: only a path of this site, and never back to a form for signing in. */
export function takeRememberedPlace(): string {
  const path = read(RETURN_TO)
  remove(RETURN_TO)
  if (path === null || !/^\/(?![/\\])/.test(path) || /^\/(login|register)(?=$|[/?#])/.test(path)) return '/'
  return path
}

export function currentPath(): string {
  return location.pathname + location.search + location.hash
}

type Navigate = (path: string, options?: { replace?: boolean }) => void

let navigator: Navigate = (path) => {
  location.assign(path)
}

/** The router's way of going somewhere, for what happens outside a component. */
export function setNavigate(navigate: Navigate): void {
  navigator = navigate
}

export const navigate: Navigate = (path, options) => {
  navigator(path, options)
}

const leaving = new Set<() => void>()

/** Called before a person is taken away from a page they did not choose to leave: what is typed is saved. */
export function beforeLeaving(save: () => void): () => void {
  leaving.add(save)
  return () => leaving.delete(save)
}

export function flushBeforeLeaving(): void {
  for (const save of leaving) save()
}

const ended = new Set<() => void>()

/** Called when the server no longer knows the token. */
export function onSessionEnd(handler: () => void): () => void {
  ended.add(handler)
  return () => ended.delete(handler)
}

/**
 * The server answered 401 (contract §5): drafts saved, token removed, the path kept, and home, whose login
 * panel brings the person back. `token` is the one that was refused: a newer one stays.
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
