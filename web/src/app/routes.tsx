import { HomeScreen } from '../boards'
import { screen, type ScreenRoute } from '../state/area'
import { areas } from './areas'
import { Layout } from './Layout'
import { MembersOnly } from './MembersOnly'

/** Every screen. The home page and its lists come with the first load, the others when they are opened. */
export const routes: readonly ScreenRoute[] = [
  {
    element: <Layout />,
    children: [
      { path: '/', element: <HomeScreen /> },
      ...areas.flatMap((area) => area.routes),
      { element: <MembersOnly />, children: areas.flatMap((area) => area.memberRoutes) },
      screen('*', async () => (await import('../ui/not-found-screen')).NotFoundScreen),
    ],
  },
]
