/** The name of the site, which the server writes here (http-api/src/documents/named-files.ts). */
export const siteName = decodeURIComponent('__SITE_NAME__')
/** The character that stands for it. */
export const siteSeal = decodeURIComponent('__SITE_SEAL__')
