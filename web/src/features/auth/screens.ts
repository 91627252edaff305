/** The screens, apart from the form that every page carries: they come when they are opened. */
export { PrivacyScreen, TermsScreen } from './LegalScreens'
export { LoginScreen } from './LoginScreen'
export { RegisterScreen } from './RegisterScreen'
