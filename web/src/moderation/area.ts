import { type AreaParts, screen } from '../state/area'
import { forModerators } from './for-moderators'
import { openCasesSlice } from './open-cases/open-cases.slice'

const screens = () => forModerators(import('./screens'))

/** What moderators do. */
export const moderationArea = {
  slices: [openCasesSlice],
  routes: [],
  memberRoutes: [
    {
      lazy: async () => ({ Component: (await screens()).ModerationFrame }),
      children: [
        screen('/moderation', async () => (await screens()).MonitorScreen),
        screen(
          '/moderation/reports',
          async () => (await forModerators(import('./cases/screens'))).CasesScreen,
        ),
        screen('/moderation/held', async () => (await forModerators(import('./held/screens'))).HeldScreen),
        screen('/moderation/log', async () => (await forModerators(import('./log/screens'))).LogScreen),
        screen(
          '/moderation/erasures',
          async () => (await forModerators(import('./erasures/ErasuresScreen'))).ErasuresScreen,
        ),
        screen('/moderation/words', async () => (await import('./words/WordsScreen')).WordsScreen),
      ],
    },
  ],
} satisfies AreaParts
