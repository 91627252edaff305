/** All texts for people outside the page, in both languages; those of the page are in web/src. */
export { ERROR_TEXTS } from './errors'
export { fieldText } from './fields'
export { type Bilingual, type Language } from './language'
export { MAIL_TEXTS } from './mails'
export * from './notices'
export * from './refusals'
