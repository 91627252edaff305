export { SignInFirst } from './SignInFirst'
export { askToSignIn, greetWith, useSignInFirst, useWaitingAct } from './use-sign-in-first'
export { type Wanted } from './sign-in-first.slice'
