import { type ThreadInList } from '@forum/shared/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { useTexts } from '../../lib/i18n'
import { loadedList, useList } from '../../resource'
import { type List } from '../../resource/list'
import { useForum } from '../../store'
import {
  Breadcrumb,
  ButtonLink,
  EmptyState,
  ErrorState,
  PageHeading,
  Pagination,
  readPage,
  useBusy,
  usePageTitle,
} from '../../ui'
import { Bookmark } from '../../ui/icons'
import { applyThread } from '../thread-log'
import { ThreadList, ThreadListSkeleton } from './ThreadList'
import './texts'

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
  const t = useTexts()
  const [query] = useSearchParams()
  const page = readPage(query.get('page'))
  const declared = useMemo(() => bookmarks(page), [page])
  const shown = useList(declared)
  const threads = useForum(
    useShallow((state) => (shown.list?.ids ?? []).flatMap((id) => state.threads[id] ?? [])),
  )
  const loaded = loadedList(shown, threads)
  usePageTitle(t('home.bookmarks'))
  useBusy(loaded.status === 'loading')
  return (
    <>
      <Breadcrumb trail={[{ label: t('home.bookmarks') }]} />
      <PageHeading title={t('home.bookmarks')} />
      {loaded.status === 'loading' && <ThreadListSkeleton />}
      {loaded.status === 'error' && (
        <ErrorState title={t('acts.bookmarksFailed')} cause={loaded.error.message} onRetry={loaded.reload} />
      )}
      {loaded.status === 'ready' && threads.length > 0 && (
        <ThreadList threads={threads} updates={shown.updates} showBoard />
      )}
      {loaded.status === 'ready' &&
        threads.length === 0 &&
        (page === 1 ? (
          <EmptyState
            icon={<Bookmark aria-hidden />}
            title={t('acts.bookmarksEmpty')}
            text={t('acts.bookmarksEmptyText')}
          >
            <ButtonLink to="/latest">{t('latest.title')}</ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState icon={<Bookmark aria-hidden />} title={t('acts.bookmarksPastEnd')}>
            <ButtonLink to={pathOf(1)}>{t('acts.bookmarksFirst')}</ButtonLink>
          </EmptyState>
        ))}
      <Pagination page={page} totalPages={shown.list?.pagination?.totalPages ?? 1} hrefFor={pathOf} />
    </>
  )
}
