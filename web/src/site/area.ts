import { type AreaParts, screen } from '../state/area'
import { startAgreements } from './agreement/agree'
import { startServiceWorker } from './offline/service-worker'

const administration = () => import('./admin-screens')
const admin = (path: keyof Awaited<ReturnType<typeof administration>>['adminScreens']) =>
  screen(path, async () => (await administration()).adminScreens[path]())

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
      lazy: async () => ({ Component: await (await administration()).adminFrame() }),
      children: [
        admin('/admin'),
        admin('/admin/boards'),
        admin('/admin/groups'),
        admin('/admin/pages'),
        admin('/admin/site'),
        admin('/admin/stats'),
        admin('/admin/members'),
        admin('/admin/announcement'),
        admin('/admin/synonyms'),
        admin('/admin/shield'),
        admin('/admin/webhooks'),
        admin('/admin/settings'),
        admin('/admin/health'),
      ],
    },
  ],
  start: () => {
    startServiceWorker()
    startAgreements()
  },
} satisfies AreaParts
