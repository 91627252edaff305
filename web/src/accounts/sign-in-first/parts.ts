export { SignInFirst } from './SignInFirst'
export { askToSignIn } from './use-sign-in-first'
