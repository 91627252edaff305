import { type AreaParts, screen } from '../state/area'
import { openWorkSlice } from './open-work/open-work.slice'

const load = () => import('./moderation-screens')
const moderation = (path: keyof Awaited<ReturnType<typeof load>>['moderationScreens']) =>
  screen(path, async () => (await load()).moderationScreens[path]())

/** The tools of moderators. */
export const moderationArea = {
  slices: [openWorkSlice],
  routes: [],
  memberRoutes: [
    {
      lazy: async () => ({ Component: await (await load()).moderationFrame() }),
      children: [
        moderation('/moderation'),
        moderation('/moderation/reports'),
        moderation('/moderation/held'),
        moderation('/moderation/log'),
        moderation('/moderation/erasures'),
        moderation('/moderation/words'),
      ],
    },
  ],
} satisfies AreaParts
