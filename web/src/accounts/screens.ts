/** The lazily loaded screens, kept apart from the login form that every page includes. */
export { ForgotScreen } from './ForgotScreen'
export { LoginScreen } from './LoginScreen'
export { RegisterScreen } from './RegisterScreen'
export { ResetScreen } from './ResetScreen'
