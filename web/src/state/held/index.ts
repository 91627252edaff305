export { changeHeld, heldOf, noteHeld, withdrawHeld } from './held.actions'
export { heldText } from './held.texts'
export { useOwnHeld } from './use-own-held'
