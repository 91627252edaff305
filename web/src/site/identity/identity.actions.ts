import { type Api, type BodyOf, type SiteInfo } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { showSite } from '../../state/site'
import { type Forum } from '../../store'

/** Applies the saved site: without a connection, no event does. */
const shown = (forum: Forum, saving: Promise<{ site: SiteInfo }>): Promise<Result<SiteInfo>> =>
  resultOf(
    saving.then(({ site }) => {
      showSite(site, forum)
      return site
    }),
  )

/** Changes the given parts of the site. */
export const saveSite = (forum: Forum, changes: BodyOf<Api['setSite']>) =>
  shown(forum, forum.call('setSite', { body: changes }))

/** Gives the site a logo, at once. */
export const setLogo = (forum: Forum, file: File) => shown(forum, forum.call('setLogo', { file }))

/** Removes the logo, at once; the seal takes its place. */
export const removeLogo = (forum: Forum) => shown(forum, forum.call('removeLogo'))
