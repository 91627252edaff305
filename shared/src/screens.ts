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
  '/my/history',
  '/my/messages',
  '/my/messages/compose',
  '/my/messages/new',
  '/my/messages/people',
  '/my/messages/with/:userId',
  '/my/messages/group/:conversationId',
  '/my/messages/:messageId',
  '/my/messages/:messageId/edit',
  '/profile',
  '/groups',
  '/login',
  '/login/with',
  '/register',
  '/complaint',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/undo-email',
  '/admin',
  '/admin/stats',
  '/admin/site',
  '/admin/pages',
  '/admin/boards',
  '/admin/groups',
  '/admin/members',
  '/admin/announcement',
  '/admin/settings',
  '/admin/shield',
  '/admin/webhooks',
  '/admin/synonyms',
  '/admin/health',
  '/moderation',
  '/moderation/reports',
  '/moderation/held',
  '/moderation/log',
  '/moderation/words',
  '/moderation/erasures',
  '/help',
  '/terms',
  '/privacy',
  '/pages/:slug',
  '/test',
] as const
export type ScreenPath = (typeof SCREEN_PATHS)[number]

/** The screens that the API serves with their content, for readers without scripts; all others come without it. */
export const DOCUMENT_PATHS = [
  '/',
  '/latest',
  '/hot',
  '/search',
  '/boards',
  '/boards/:boardId',
  '/category/:name',
  '/threads/:threadId',
  '/threads/:threadId/page/:page',
  '/users/:userId',
  '/complaint',
  '/help',
  '/terms',
  '/privacy',
  '/pages/:slug',
] as const satisfies readonly ScreenPath[]
export type DocumentPath = (typeof DOCUMENT_PATHS)[number]

/** Like the page's router, it ignores case and a slash at the end. */
const pattern = (paths: readonly string[]) =>
  new RegExp(
    `^(${paths.map((path) => path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
    'i',
  )
const SCREEN = pattern(SCREEN_PATHS)
const DOCUMENT = pattern(DOCUMENT_PATHS)

/** Returns true if a pathname is that of a screen, even if the thread or member in it does not exist. */
export const isScreen = (pathname: string): boolean => SCREEN.test(pathname)

/** Returns true if a pathname is that of a screen with a document. */
export const isDocument = (pathname: string): boolean => DOCUMENT.test(pathname)
