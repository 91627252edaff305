import { onDemand } from '../../ui'

/** Loads the code that asks a visitor to sign in, which most readers of the first screens never use. */
export const signInFirstPart = onDemand(() => import('./parts'))
