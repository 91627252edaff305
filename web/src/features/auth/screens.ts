/** The screens, loaded when they are opened, apart from the form that every page has. */
export { PrivacyScreen, TermsScreen } from './LegalScreens'
export { ForgotScreen } from './ForgotScreen'
export { LoginScreen } from './LoginScreen'
export { RegisterScreen } from './RegisterScreen'
export { ResetScreen } from './ResetScreen'
