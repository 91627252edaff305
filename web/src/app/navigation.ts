/** The main navigation and, of it, what the bottom bar of a phone has. */
export const NAVIGATION = [
  { key: 'home', to: '/' },
  { key: 'boards', to: '/boards' },
  { key: 'hot', to: '/hot' },
  { key: 'myProfile', to: '/profile' },
  { key: 'inbox', to: '/my/messages' },
  { key: 'help', to: '/help' },
] as const

/** Screens that stand under 版块 without saying so in their address. */
const UNDER_BOARDS = /^\/(threads|category|new-thread)(\/|$)/

/** Whether `to` is the page itself (`page`) or what it stands under (`true`). */
export function placeOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  if (to === '/') return undefined
  if (pathname.startsWith(`${to}/`)) return 'true'
  return to === '/boards' && UNDER_BOARDS.test(pathname) ? 'true' : undefined
}
