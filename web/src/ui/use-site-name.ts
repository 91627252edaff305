import { useSyncExternalStore } from 'react'
import { siteName } from '../lib/i18n'

/**
 * Returns the name of the site, and renders again when it changes. Components whose texts contain it call this, unless
 * they are below a screen that calls `usePageTitle`.
 */
export const useSiteName = (): string => useSyncExternalStore(siteName.subscribe, siteName.current)
