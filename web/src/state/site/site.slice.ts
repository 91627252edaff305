import { type SiteInfo } from '@forum/shared/contract'
import { firstCharacter } from '@forum/shared/text'
import { siteName } from '../../lib/i18n'
import { defineSlice, forum as pageForum, type Forum } from '../../store'

export interface Site {
  site: SiteInfo
}

/** The site's name, colours and texts. They are the same for every reader, so they outlive sessions. */
export const siteSlice = defineSlice('site', (): Site => ({ site: siteInDocument() ?? unnamed() }), {
  scope: 'device',
  on: {
    'site:changed': (state, { site }) => {
      state.site = site
    },
  },
})

/** Applies an admin's change of the site, which works without a connection too. */
export function showSite(site: SiteInfo, forum: Forum = pageForum): void {
  forum.update((write) => {
    write(siteSlice).site = site
  })
}

/** Returns the site as the server wrote it into the document; null without a document of the server. */
function siteInDocument(): SiteInfo | null {
  if (typeof document === 'undefined') return null
  const text = document.querySelector('#site')?.textContent ?? ''
  return text === '' ? null : (JSON.parse(text) as SiteInfo)
}

const unnamed = (): SiteInfo => ({
  name: siteName.current(),
  seal: firstCharacter(siteName.current()),
  logo: null,
  accent: '',
  description: '',
  welcome: '',
  contact: '',
  feedbackBoardId: null,
  timeZone: 'UTC',
  footer: { text: '', links: [] },
  pages: [],
})
