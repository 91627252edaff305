import { useEffect } from 'react'
import { useSiteName } from './use-site-name'

/** The components of the tab's title. */
const shown = { page: '', unread: 0 }

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change)
  document.title = `${shown.unread > 0 ? `(${shown.unread > 99 ? '99+' : shown.unread}) ` : ''}${shown.page}`
}

/**
 * Sets the title of the browser's tab: 标题 - 站名, or only the site's name without a title. `news` is the number of
 * arrivals while the tab was hidden: [+2] 标题.
 */
export function usePageTitle(title: string | null | undefined, news = 0): void {
  const site = useSiteName()
  useEffect(() => {
    show({ page: `${news > 0 ? `[+${news}] ` : ''}${title ? `${title} - ${site}` : site}` })
  }, [title, site, news])
}

/** Puts the member's unread count before every title: (3) 标题. */
export function setTitleCount(unread: number): void {
  if (shown.page !== '') show({ unread })
  else shown.unread = unread
}
