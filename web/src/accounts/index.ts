export { accountsArea } from './area'
export { LoginForm } from './LoginForm'
export { UnlessMuted, useMuteNotice } from './UnlessMuted'
export {
  applyUser,
  changePassword,
  deleteAccount,
  exportAccount,
  updateProfile,
  uploadAvatar,
} from './account.actions'
export { authText } from './auth.texts'
export { beginWith, loadProviders, type Provider } from './oidc/oidc.actions'
export { newPasswordInput } from './new-password'
export {
  beginSecondFactor,
  loadSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './second-factor.actions'
export { SignInFirst } from './sign-in-first/SignInFirst'
export { signInFirstPart } from './sign-in-first/sign-in-first-part'
export { type Wanted } from './sign-in-first/sign-in-first.slice'
export { greetWith, useSignInFirst, useWaitingAct } from './sign-in-first/use-sign-in-first'
export { loadSecondFactorDue } from './load-second-factor-due'
