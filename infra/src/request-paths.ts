import { isDocument } from '@forum/shared/screens'

/** Paths served by the API: those under `/api`, and those that crawlers and browsers request at the root. */
const OF_API =
  /^\/(api(\/|\?|$)|icons\/|(favicon(-unread)?\.svg|site\.css|sitemap(-\w+)?\.xml|robots\.txt|\.well-known\/security\.txt)(\?|$))/
/** Addresses of a Discuz! forum, which lead to the same content of an imported one. */
const OF_OLD_FORUM =
  /^\/((thread|forum)-[\d-]+\.html|space-uid-\d+\.html|(forum|home|viewthread|forumdisplay|redirect|space)\.php)($|\?)/
const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'
/** The start of a target in absolute form, which every server has to accept (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i
/** Returns the path and query of a target in absolute form; any other target as it is. */
export function originForm(target: string): string {
  if (!ORIGIN.test(target) || !URL.canParse(target)) return target
  const rest = target.replace(ORIGIN, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Returns whether the API serves a request, by its method and its target in origin form; otherwise the page does. */
export const isOfApi = (method: string | undefined, target: string): boolean =>
  OF_API.test(target) ||
  (isRead(method) && (isDocument(target.split('?', 1)[0] ?? '') || OF_OLD_FORUM.test(target)))
