export { CodeField, useAsksForCode } from './CodeField'
export { askForCode } from './ask-for-code'
export {
  anonymous,
  dismissSessionEnd,
  endSession,
  enterWith,
  login,
  logout,
  member,
  register,
  startSession,
} from './auth.actions'
export { authSlice } from './auth.slice'
export { withFreshPassword } from './fresh-password'
export { storeLastMember } from './last-member'
export { forgetBegun, hasBegun, leaveForSite, rememberBegun } from './other-site'
export { secondFactorText } from './second-factor.texts'
export { startForgetting } from './start-forgetting'
export { useSession } from './use-session'
