import { type SiteInfo } from '@forum/shared/contract'
import { commonText } from '../../lib/i18n'
import { useForum } from '../../store'
import { siteSlice } from './site.slice'

/** Returns how the site presents itself, and renders again when an admin changes it. */
export const useSite = (): SiteInfo => useForum((read) => read(siteSlice).site)

/** Returns what strangers are greeted with. */
export function useWelcome(): string {
  const { welcome } = useSite()
  return welcome === '' ? commonText('welcomeGuest') : welcome
}
