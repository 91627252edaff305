import { type ThreadInList } from '@forum/shared/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { type List, loadedList, useList, WhenLoaded } from '../resource'
import {
  Breadcrumb,
  ButtonLink,
  EmptyState,
  PageHeading,
  Pagination,
  readPage,
  useBusy,
  usePageTitle,
} from '../ui'
import { Bookmark } from '../ui/icons'
import { bookmarksText } from './bookmarks.texts'
import { applyThread } from '../state/thread-copy'
import { ThreadList, ThreadListSkeleton } from './ThreadList'
import { useThreads } from './use-boards'

/** A page of the reader's bookmarks, the newest first. It follows no events, because only the reader changes it. */
const bookmarks = (page: number): List<ThreadInList> => ({
  key: `bookmarks:${page}`,
  room: null,
  applyItem: applyThread,
  async read({ call }) {
    const { threads, pagination } = await call('listBookmarks', { query: { page } })
    return { items: threads, pagination }
  },
})

const pathOf = (page: number) => (page === 1 ? '/my/bookmarks' : `/my/bookmarks?page=${page}`)

/** `/my/bookmarks?page=`: the threads that the reader has bookmarked. */
export function BookmarksScreen() {
  const [query] = useSearchParams()
  const page = readPage(query.get('page'))
  const declared = useMemo(() => bookmarks(page), [page])
  const shown = useList(declared)
  const threads = useThreads(declared.key)
  const loaded = loadedList(shown, threads)
  usePageTitle(commonText('bookmarks'))
  useBusy(loaded.status === 'loading')
  return (
    <>
      <Breadcrumb trail={[{ label: commonText('bookmarks') }]} />
      <PageHeading title={commonText('bookmarks')} />
      <WhenLoaded loaded={loaded} skeleton={<ThreadListSkeleton />} failed={bookmarksText('failed')}>
        {() =>
          threads.length > 0 ? (
            <ThreadList threads={threads} updates={shown.updates} showBoard />
          ) : page === 1 ? (
            <EmptyState
              icon={<Bookmark aria-hidden />}
              title={bookmarksText('empty')}
              text={bookmarksText('emptyText')}
            >
              <ButtonLink to="/latest">{commonText('latest')}</ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState icon={<Bookmark aria-hidden />} title={bookmarksText('pastEnd')}>
              <ButtonLink to={pathOf(1)}>{bookmarksText('toFirst')}</ButtonLink>
            </EmptyState>
          )
        }
      </WhenLoaded>
      <Pagination page={page} totalPages={shown.list?.pagination?.totalPages ?? 1} hrefFor={pathOf} />
    </>
  )
}
