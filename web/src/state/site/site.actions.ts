import { siteName } from '../../lib/i18n'
import { watch } from '../../resource'
import { type Forum } from '../../store'
import { showSiteName, siteSlice } from './site.slice'

/** Reads the name again; what an event says meanwhile is newer. */
async function loadSite(forum: Forum): Promise<void> {
  const before = forum.read(siteSlice).name
  const { site } = await forum.callBeyondSession('getSite')
  if (forum.read(siteSlice).name === before) showSiteName(site.name, forum)
}

/** Keeps the name of the site up to date in every text of the page. */
export function startSite(forum: Forum): void {
  forum.subscribe((read, before) => {
    const { name } = read(siteSlice)
    if (name !== null && name !== before(siteSlice).name) siteName.set(name)
  })
  watch(forum, () => loadSite(forum))
}
