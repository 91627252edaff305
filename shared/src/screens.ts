/** The path of every screen of the page; `:name` stands for one segment. The server responds 404 to all others. */
export const SCREEN_PATHS = [
  '/',
  '/latest',
  '/hot',
  '/search',
  '/boards',
  '/boards/:boardId',
  '/category/:name',
  '/threads/:threadId',
  '/threads/:threadId/page/:page',
  '/posts/:postId',
  '/users/:userId',
  '/new-thread',
  '/new-thread/:boardId',
  '/notifications',
  '/my/posts',
  '/my/bookmarks',
  '/my/messages',
  '/my/messages/compose',
  '/my/messages/new',
  '/my/messages/people',
  '/my/messages/with/:userId',
  '/my/messages/:messageId',
  '/my/messages/:messageId/edit',
  '/profile',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/admin',
  '/admin/site',
  '/admin/pages',
  '/admin/boards',
  '/admin/members',
  '/admin/announcement',
  '/admin/settings',
  '/admin/synonyms',
  '/admin/health',
  '/moderation',
  '/moderation/reports',
  '/moderation/log',
  '/moderation/words',
  '/help',
  '/terms',
  '/privacy',
  '/pages/:slug',
  '/test',
] as const
export type ScreenPath = (typeof SCREEN_PATHS)[number]

/** Like the page's router, it ignores case and a slash at the end. */
const SCREEN = new RegExp(
  `^(${SCREEN_PATHS.map((path) => path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
  'i',
)

/** Whether a pathname is that of a screen; what the screen shows may still not exist. */
export const isScreen = (pathname: string): boolean => SCREEN.test(pathname)
