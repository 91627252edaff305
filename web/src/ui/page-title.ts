import { useEffect } from 'react'
import { useTexts } from '../lib/i18n'

/** Names the page in the browser's tab: 标题 - 海外华人论坛; the site's name alone without a title. */
export function usePageTitle(title: string | null | undefined): void {
  const t = useTexts()
  const site = t('common.siteName')
  useEffect(() => {
    document.title = title ? `${title} - ${site}` : site
  }, [title, site])
}
