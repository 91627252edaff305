import { type SiteInfo } from '@forum/shared/contract'
import { siteName } from '../../lib/i18n'
import { watch } from '../../resource'
import { type Forum } from '../../store'
import { showSite, siteSlice } from './site.slice'

/** Loads the site again, unless a newer one arrives with an event meanwhile. */
async function loadSite(forum: Forum): Promise<void> {
  const before = forum.read(siteSlice).site
  const { site } = await forum.callBeyondSession('getSite')
  if (forum.read(siteSlice).site === before) showSite(site, forum)
}

/** Keeps the site up to date in every text, colour and icon of the page. */
export function startSite(forum: Forum): void {
  siteName.set(forum.read(siteSlice).site.name)
  forum.subscribe((read, before) => {
    const [{ site }, { site: old }] = [read(siteSlice), before(siteSlice)]
    if (site === old) return
    siteName.set(site.name)
    if (site.accent !== old.accent) void showAccent(site.accent)
    if (site.accent !== old.accent || site.seal !== old.seal || site.logo !== old.logo) showIcon(site)
  })
  watch(forum, () => loadSite(forum))
}

/** Replaces the colours of the page's tokens. Until the accent changes, those of the document are current. */
async function showAccent(accent: string): Promise<void> {
  const { accentTokens } = await import('./accent-tokens')
  const { style } = document.documentElement
  for (const [name, value] of accentTokens(accent)) style.setProperty(name, value)
}

/** Browsers load the icon again when its address changes. */
function showIcon({ accent, seal, logo }: SiteInfo): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const address = icon?.getAttribute('href')?.replace(/\?.*$/, '')
  if (icon && address)
    icon.href = `${address}?${new URLSearchParams({ v: `${logo ?? seal} ${accent}` }).toString()}`
}
