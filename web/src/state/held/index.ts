export { changeHeld, heldOf, noteHeld, withdrawHeld } from './held.actions'
export { ownHeldSlice } from './held.slice'
export { heldText } from './held.texts'
export { useOwnHeld } from './use-own-held'
