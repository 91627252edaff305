/** The entries of the main navigation. */
export const NAVIGATION = [
  { key: 'home', to: '/' },
  { key: 'boards', to: '/boards' },
  { key: 'hot', to: '/hot' },
  { key: 'myProfile', to: '/profile' },
  { key: 'inbox', to: '/my/messages' },
  { key: 'help', to: '/help' },
] as const

/** Screens that belong under 版块 although their address does not start with its path. */
const UNDER_BOARDS = /^\/(threads|category|new-thread)(\/|$)/

/** Returns whether `to` is the current page (`page`) or one of its ancestors (`true`). */
export function placeOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  if (to === '/') return undefined
  if (pathname.startsWith(`${to}/`)) return 'true'
  return to === '/boards' && UNDER_BOARDS.test(pathname) ? 'true' : undefined
}
