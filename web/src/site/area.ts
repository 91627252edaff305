import { type AreaParts, screen } from '../state/area'
import { startAgreements } from './agreement/agree'
import { startServiceWorker } from './offline/service-worker'

const adminScreens = () => import('./admin/screens')
const pageScreens = () => import('./pages/screens')
const staticScreens = () => import('./static/screens')

/** The forum itself: its administration, its pages, and the page without a network. */
export const siteArea = {
  slices: [],
  routes: [
    screen('/terms', async () => (await pageScreens()).TermsScreen),
    screen('/privacy', async () => (await pageScreens()).PrivacyScreen),
    screen('/help', async () => (await pageScreens()).HelpScreen),
    screen('/pages/:slug', async () => (await pageScreens()).PageScreen),
    screen('/test', async () => (await staticScreens()).TestScreen),
  ],
  memberRoutes: [
    {
      lazy: async () => ({ Component: (await adminScreens()).AdminFrame }),
      children: [
        screen('/admin', async () => (await adminScreens()).AdminHome),
        screen(
          '/admin/boards',
          async () => (await import('./board-admin/BoardsAdminScreen')).BoardsAdminScreen,
        ),
        screen('/admin/groups', async () => (await import('./groups/GroupsScreen')).GroupsScreen),
        screen('/admin/pages', async () => (await import('./page-admin/PagesAdminScreen')).PagesAdminScreen),
        screen('/admin/site', async () => (await import('./identity/SiteScreen')).SiteScreen),
        screen('/admin/stats', async () => (await import('./stats/StatsScreen')).StatsScreen),
        screen('/admin/members', async () => (await adminScreens()).MembersScreen),
        screen('/admin/announcement', async () => (await adminScreens()).AnnouncementScreen),
        screen('/admin/synonyms', async () => (await adminScreens()).SynonymsScreen),
        screen('/admin/shield', async () => (await import('./shield-admin/ShieldScreen')).ShieldScreen),
        screen(
          '/admin/webhooks',
          async () => (await import('./webhook-admin/WebhooksScreen')).WebhooksScreen,
        ),
        screen('/admin/settings', async () => (await adminScreens()).SettingsScreen),
        screen('/admin/health', async () => (await adminScreens()).HealthScreen),
      ],
    },
  ],
  start: () => {
    startServiceWorker()
    startAgreements()
  },
} satisfies AreaParts
