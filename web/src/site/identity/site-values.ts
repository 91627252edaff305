import { type Api, type BodyOf, type SiteInfo } from '@forum/shared/contract'

/** The values of the form; typed ones are texts. */
export interface SiteValues {
  name: string
  seal: string
  accent: string
  description: string
  welcome: string
  contact: string
  /** The id of a board; '' for none. */
  feedbackBoardId: string
  footerText: string
  links: SiteInfo['footer']['links']
}

export const valuesOf = (site: SiteInfo): SiteValues => ({
  name: site.name,
  seal: site.seal,
  accent: site.accent,
  description: site.description,
  welcome: site.welcome,
  contact: site.contact,
  feedbackBoardId: site.feedbackBoardId === null ? '' : String(site.feedbackBoardId),
  footerText: site.footer.text,
  links: site.footer.links,
})

/** The parts of the site that the form changes, as its last line names them. */
export type SitePart = Exclude<keyof SiteValues, 'footerText' | 'links'> | 'footer'

const TEXTS = ['name', 'seal', 'accent', 'description', 'welcome', 'contact'] as const

/** Returns the changes to the current site, so that other admins' changes stay. */
export function changesOf(site: SiteInfo, values: SiteValues): BodyOf<Api['setSite']> {
  const before = valuesOf(site)
  const changes: BodyOf<Api['setSite']> = {}
  for (const name of TEXTS) if (values[name].trim() !== before[name]) changes[name] = values[name].trim()
  if (values.feedbackBoardId !== before.feedbackBoardId)
    changes.feedbackBoardId = values.feedbackBoardId === '' ? null : Number(values.feedbackBoardId)
  // A link without a name and an address was not filled in.
  const links = values.links.filter(({ label, url }) => label.trim() !== '' || url.trim() !== '')
  const footer = { text: values.footerText.trim(), links }
  if (JSON.stringify(footer) !== JSON.stringify(site.footer)) changes.footer = footer
  return changes
}
