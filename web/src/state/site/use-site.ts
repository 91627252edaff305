import { type SiteInfo } from '@forum/shared/contract'
import { commonText } from '../../lib/i18n'
import { useForum } from '../../store'
import { siteSlice } from './site.slice'

/** Returns the site's name, colours and texts, and renders again when an admin changes them. */
export const useSite = (): SiteInfo => useForum((read) => read(siteSlice).site)

/** Returns the text that greets visitors. */
export function useWelcome(): string {
  const { welcome } = useSite()
  return welcome === '' ? commonText('welcomeGuest') : welcome
}
