import { type LoadScreen } from '../state/area'

/** Loads the notice that a member has to turn a second factor on. */
export const loadSecondFactorDue: LoadScreen = async () => ({
  Component: (await import('./SecondFactorDue')).SecondFactorDue,
})
