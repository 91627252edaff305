import { type ScreenPath } from '@forum/shared/screens'
import { type ComponentType, type ReactNode } from 'react'
import { HomeScreen, LatestScreen } from '../boards'
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
const boardsScreens = () => import('../boards/screens')
const threadScreens = () => import('../threads/thread/screens')
const authScreens = () => import('../accounts/screens')
const messagesScreens = () => import('../messages/screens')
const adminScreens = () => import('../site/admin/screens')
const moderationScreens = () => import('../moderation/screens')

/** A screen that is loaded when it is opened. */
const screen = (path: ScreenPath | '*', load: () => Promise<ComponentType>): ScreenRoute => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

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
      screen('/posts/:postId', async () => (await threadScreens()).PostRedirect),
      screen('/login', async () => (await authScreens()).LoginScreen),
      screen('/register', async () => (await authScreens()).RegisterScreen),
      screen('/forgot-password', async () => (await authScreens()).ForgotScreen),
      screen('/reset-password', async () => (await authScreens()).ResetScreen),
      screen('/users/:userId', async () => (await import('../members/member-page/screens')).MemberScreen),
      screen('/terms', async () => (await authScreens()).TermsScreen),
      screen('/privacy', async () => (await authScreens()).PrivacyScreen),
      {
        element: <MembersOnly />,
        children: [
          ...(['/new-thread', '/new-thread/:boardId'] as const).map((path) =>
            screen(path, async () => (await import('../threads/new-thread/NewThreadScreen')).NewThreadScreen),
          ),
          screen('/notifications', async () => (await import('../notices/screens')).NotificationsScreen),
          {
            lazy: async () => ({ Component: (await adminScreens()).AdminFrame }),
            children: [
              screen('/admin', async () => (await adminScreens()).AdminHome),
              screen(
                '/admin/boards',
                async () => (await import('../site/board-admin/BoardsAdminScreen')).BoardsAdminScreen,
              ),
              screen('/admin/members', async () => (await adminScreens()).MembersScreen),
              screen('/admin/announcement', async () => (await adminScreens()).AnnouncementScreen),
              screen('/admin/settings', async () => (await adminScreens()).SettingsScreen),
              screen('/admin/health', async () => (await adminScreens()).HealthScreen),
            ],
          },
          {
            lazy: async () => ({ Component: (await moderationScreens()).ModerationFrame }),
            children: [
              screen('/moderation', async () => (await moderationScreens()).MonitorScreen),
              screen(
                '/moderation/reports',
                async () => (await import('../moderation/cases/screens')).CasesScreen,
              ),
              screen('/moderation/log', async () => (await import('../moderation/log/screens')).LogScreen),
              screen(
                '/moderation/words',
                async () => (await import('../moderation/words/WordsScreen')).WordsScreen,
              ),
            ],
          },
          screen('/my/bookmarks', async () => (await boardsScreens()).BookmarksScreen),
          screen('/profile', async () => (await import('../members/profile/ProfileScreen')).ProfileScreen),
          ...(['/my/messages', '/my/messages/:messageId'] as const).map((path) =>
            screen(path, async () => (await messagesScreens()).MessagesScreen),
          ),
          ...(['/my/messages/compose', '/my/messages/new'] as const).map((path) =>
            screen(path, async () => (await messagesScreens()).ComposeScreen),
          ),
          ...(['/my/messages/people', '/my/messages/with/:userId'] as const).map((path) =>
            screen(path, async () => (await messagesScreens()).ConversationsScreen),
          ),
          screen('/my/messages/:messageId/edit', async () => (await messagesScreens()).EditMessageScreen),
        ],
      },
      screen(
        '/my/posts',
        async () => (await import('../members/my-content/MyContentScreen')).MyContentScreen,
      ),
      screen('/hot', async () => (await import('../boards/hot/HotScreen')).HotScreen),
      screen('/help', async () => (await import('../site/static/screens')).HelpScreen),
      screen('/test', async () => (await import('../site/static/screens')).TestScreen),
      screen('/search', async () => (await import('../search/screens')).SearchScreen),
      screen('*', async () => (await import('../ui/not-found-screen')).NotFoundScreen),
    ],
  },
]
