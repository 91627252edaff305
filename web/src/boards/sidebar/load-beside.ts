import { type LoadScreen } from '../../state/area'

/** Loads the panels beside a board or a thread, which stand below those of every page. */
export const loadBesideReading: LoadScreen = async () => ({
  Component: (await import('./BesideReading')).BesideReading,
})
