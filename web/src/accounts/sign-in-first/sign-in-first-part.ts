import { onDemand } from '../../ui'

/** How a visitor is asked to sign in, for screens of the first load, which most readers use without. */
export const signInFirstPart = onDemand(() => import('./parts'))
