import { type ScreenPath } from '@forum/shared/screens'
import { type ReactNode } from 'react'
import { HomeScreen, LatestScreen } from '../features/home'
import { Layout } from './Layout'
import { type LoadScreen } from './lazy-screen'
import { MembersOnly } from './MembersOnly'

/** A screen or a frame around others; `lazy` loads a screen that is not in the first load. */
export interface ScreenRoute {
  /** `*` is every other address. */
  path?: ScreenPath | '*'
  element?: ReactNode
  lazy?: LoadScreen
  children?: ScreenRoute[]
}

// One function for each script: every `import` of its own would add to the first load.
const boardsScreens = () => import('../features/boards/screens')
const threadScreens = () => import('../features/thread/screens')
const authScreens = () => import('../features/auth/screens')
const messagesScreens = () => import('../features/messages/screens')
const adminScreens = () => import('../features/admin/screens')
const moderationScreens = () => import('../features/moderation/screens')

/** Every screen. The home page and its lists come with the first load, the others when they are opened. */
export const routes: ScreenRoute[] = [
  {
    element: <Layout />,
    children: [
      { path: '/', element: <HomeScreen /> },
      { path: '/latest', element: <LatestScreen /> },
      {
        path: '/boards',
        lazy: async () => {
          const { BoardsScreen: Component, prefetchBoards: prefetch } = await boardsScreens()
          return { Component, prefetch }
        },
      },
      {
        path: '/boards/:boardId',
        lazy: async () => {
          const { BoardScreen: Component, prefetchBoard: prefetch } = await boardsScreens()
          return { Component, prefetch }
        },
      },
      {
        path: '/category/:name',
        lazy: async () => {
          const { CategoryScreen: Component, prefetchCategory: prefetch } = await boardsScreens()
          return { Component, prefetch }
        },
      },
      ...(['/threads/:threadId', '/threads/:threadId/page/:page'] as const).map((path) => ({
        path,
        lazy: async () => {
          const { ThreadScreen: Component, prefetchThread: prefetch } = await threadScreens()
          return { Component, prefetch }
        },
      })),
      {
        path: '/posts/:postId',
        lazy: async () => ({ Component: (await threadScreens()).PostRedirect }),
      },
      {
        path: '/login',
        lazy: async () => ({ Component: (await authScreens()).LoginScreen }),
      },
      {
        path: '/register',
        lazy: async () => ({ Component: (await authScreens()).RegisterScreen }),
      },
      {
        path: '/forgot-password',
        lazy: async () => ({ Component: (await authScreens()).ForgotScreen }),
      },
      {
        path: '/reset-password',
        lazy: async () => ({ Component: (await authScreens()).ResetScreen }),
      },
      {
        path: '/users/:userId',
        lazy: async () => ({ Component: (await import('../features/member-page/screens')).MemberScreen }),
      },
      {
        path: '/terms',
        lazy: async () => ({ Component: (await authScreens()).TermsScreen }),
      },
      {
        path: '/privacy',
        lazy: async () => ({ Component: (await authScreens()).PrivacyScreen }),
      },
      {
        element: <MembersOnly />,
        children: [
          ...(['/new-thread', '/new-thread/:boardId'] as const).map((path) => ({
            path,
            lazy: async () => ({ Component: (await import('../features/new-thread')).NewThreadScreen }),
          })),
          {
            path: '/notifications',
            lazy: async () => ({
              Component: (await import('../features/notifications/screens')).NotificationsScreen,
            }),
          },
          {
            lazy: async () => ({ Component: (await adminScreens()).AdminFrame }),
            children: [
              {
                path: '/admin',
                lazy: async () => ({ Component: (await adminScreens()).AdminHome }),
              },
              {
                path: '/admin/boards',
                lazy: async () => ({
                  Component: (await import('../features/board-admin')).BoardsAdminScreen,
                }),
              },
              {
                path: '/admin/members',
                lazy: async () => ({ Component: (await adminScreens()).MembersScreen }),
              },
              {
                path: '/admin/announcement',
                lazy: async () => ({ Component: (await adminScreens()).AnnouncementScreen }),
              },
              {
                path: '/admin/settings',
                lazy: async () => ({ Component: (await adminScreens()).SettingsScreen }),
              },
              {
                path: '/admin/health',
                lazy: async () => ({ Component: (await adminScreens()).HealthScreen }),
              },
            ],
          },
          {
            lazy: async () => ({ Component: (await moderationScreens()).ModerationFrame }),
            children: [
              {
                path: '/moderation',
                lazy: async () => ({ Component: (await moderationScreens()).MonitorScreen }),
              },
              {
                path: '/moderation/reports',
                lazy: async () => ({ Component: (await import('../features/cases/screens')).CasesScreen }),
              },
              {
                path: '/moderation/log',
                lazy: async () => ({
                  Component: (await import('../features/moderation-log/screens')).LogScreen,
                }),
              },
              {
                path: '/moderation/words',
                lazy: async () => ({ Component: (await import('../features/words')).WordsScreen }),
              },
            ],
          },
          {
            path: '/my/bookmarks',
            lazy: async () => ({ Component: (await boardsScreens()).BookmarksScreen }),
          },
          {
            path: '/profile',
            lazy: async () => ({ Component: (await import('../features/profile')).ProfileScreen }),
          },
          ...(['/my/messages', '/my/messages/:messageId'] as const).map((path) => ({
            path,
            lazy: async () => ({ Component: (await messagesScreens()).MessagesScreen }),
          })),
          ...(['/my/messages/compose', '/my/messages/new'] as const).map((path) => ({
            path,
            lazy: async () => ({ Component: (await messagesScreens()).ComposeScreen }),
          })),
          ...(['/my/messages/people', '/my/messages/with/:userId'] as const).map((path) => ({
            path,
            lazy: async () => ({
              Component: (await messagesScreens()).ConversationsScreen,
            }),
          })),
          {
            path: '/my/messages/:messageId/edit',
            lazy: async () => ({
              Component: (await messagesScreens()).EditMessageScreen,
            }),
          },
        ],
      },
      {
        path: '/my/posts',
        lazy: async () => ({ Component: (await import('../features/my-content')).MyContentScreen }),
      },
      {
        path: '/hot',
        lazy: async () => ({ Component: (await import('../features/hot')).HotScreen }),
      },
      {
        path: '/help',
        lazy: async () => ({ Component: (await import('../features/static/screens')).HelpScreen }),
      },
      {
        path: '/test',
        lazy: async () => ({ Component: (await import('../features/static/screens')).TestScreen }),
      },
      {
        path: '/search',
        lazy: async () => ({ Component: (await import('../features/search/screens')).SearchScreen }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('../features/static/screens')).NotFoundScreen }),
      },
    ],
  },
]
