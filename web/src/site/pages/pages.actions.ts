import { type SitePage } from '@forum/shared/contract'
import { resultOf } from '../../lib/result'
import { type Forum } from '../../store'

/** Loads a page of the site, even while the session changes: newcomers read the texts they agree to. */
export const loadPage = (forum: Forum, slug: string) =>
  resultOf(forum.callBeyondSession('getPage', { params: { slug } }).then(({ page }) => page))

export const savePage = (
  forum: Forum,
  slug: string,
  body: Pick<SitePage, 'title' | 'content'> & { mustAgree?: boolean },
) => resultOf(forum.call('setPage', { params: { slug }, body }).then(({ page }) => page))

export const removePage = (forum: Forum, slug: string) =>
  resultOf(forum.call('deletePage', { params: { slug } }))

export const loadPageVersions = (forum: Forum, slug: string) =>
  resultOf(forum.call('listPageVersions', { params: { slug } }).then(({ versions }) => versions))
