/** Texts in both languages: all for people outside the page, and what the page shows of the same things. */
export { defaultPage } from './default-pages'
export { DEFAULT_PAGE_SLUGS, type DefaultPageSlug } from './default-texts'
export { ERROR_TEXTS } from './errors'
export { fieldText } from './fields'
export { type Bilingual, type Language } from './language'
export { MAIL_TEXTS } from './mails'
export * from './notices'
export * from './refusals'
