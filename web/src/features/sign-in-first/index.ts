export { SignInFirst } from './SignInFirst'
export { signInFirstPart } from './sign-in-first-part'
export { greetWith, useSignInFirst, useWaitingAct } from './use-sign-in-first'
export { type Wanted } from './sign-in-first.slice'
