export { HelpScreen, PageScreen, PrivacyScreen, TermsScreen } from './PageScreen'
