export { authText } from './auth.texts'
export { changePassword, deleteAccount, exportAccount, updateProfile, uploadAvatar } from './account.actions'
export { CodeField, useAsksForCode } from './CodeField'
export { dismissSessionEnd, endSession, logout, startSession } from './auth.actions'
export { authSlice } from './auth.slice'
export { withFreshPassword } from './fresh-password'
export { LoginForm } from './LoginForm'
export {
  beginSecondFactor,
  loadSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './second-factor.actions'
export { secondFactorText } from './second-factor.texts'
export { UnlessMuted, useMuteNotice } from './UnlessMuted'
export { startForgetting } from './start-forgetting'
export { useSession } from './use-session'
