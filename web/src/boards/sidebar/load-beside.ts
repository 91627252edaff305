import { type LoadScreen } from '../../state/area'

/** What stands beside a board or a thread, below the panels of every page. */
export const loadBesideReading: LoadScreen = async () => ({
  Component: (await import('./BesideReading')).BesideReading,
})
