export { createAccounts, type AccountsArea } from './area'
export { presentTokenHolder } from './auth.presenter'
export { loginOf } from './auth.service'
export { checkTokenSecret } from './check-token-secret'
export { emailLinkCollection } from './email-links.model'
export { inScript } from './in-script'
export {
  escapeHtml,
  mailButton,
  mailPage,
  senderLine,
  tagOf,
  type MailReader,
  type MailSite,
} from './mail-page'
export { checkMailServer, isRefusedForGood, type Mail } from './mail'
export { ucenterHash } from './old-hashes'
export { oidcResultCollection } from './oidc/oidc.model'
export { passwordResetCollection } from './password-resets.model'
export { personalTokenCollection } from './personal-tokens/personal-tokens.model'
export { retiredUsernameCollection } from './retired-usernames.model'
export { sessionCollection } from './sessions.model'
export type { Sessions } from './sessions.service'
export { shieldRefusalsCollection, spentChallengeCollection } from './shield/shield.model'
export { tokenSecretCollection } from './token-secret.model'
