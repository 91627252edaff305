import { type Board } from '@forum/shared/contract'
import { useParams, useSearchParams } from 'react-router-dom'
import { WhenLoaded } from '../resource'
import { commonText } from '../lib/i18n'
import {
  Bone,
  Breadcrumb,
  ButtonLink,
  EmptyState,
  PageHeading,
  Pagination,
  readPage,
  SectionHeading,
  Skeleton,
  useBusy,
  usePageTitle,
} from '../ui'
import { FolderSearch, Inbox } from '../ui/icons'
import { boardText } from './board.texts'
import { categoryText } from './category.texts'
import { SubBoards } from './SubBoards'
import { ThreadList, ThreadListSkeleton } from './ThreadList'
import { useCategoryPage } from './use-board-page'
import { useCategories } from './use-boards'
import './board.css'

/** `/category/:name?page=`, by slug, number or Chinese name: its boards and their newest threads. */
export function CategoryScreen() {
  const { name = '' } = useParams()
  const [query] = useSearchParams()
  const page = readPage(query.get('page'))
  const loaded = useCategoryPage(name, page)
  const categoryName = useCategories().data?.find(({ key, slug }) => [key, slug].includes(name))?.displayName
  const title = loaded.data?.category.displayName ?? categoryName
  usePageTitle(title)
  useBusy(loaded.status === 'loading')

  if (loaded.status === 'error' && loaded.error.code === 'NOT_FOUND')
    return (
      <>
        <Breadcrumb trail={[{ label: commonText('allBoards'), to: '/boards' }]} />
        <EmptyState
          isPage
          icon={<FolderSearch aria-hidden />}
          title={categoryText('unknown')}
          text={categoryText('unknownText', { name })}
        >
          <ButtonLink to="/boards" tone="go">
            {categoryText('seeBoards')}
          </ButtonLink>
        </EmptyState>
      </>
    )

  return (
    <>
      <Breadcrumb
        trail={[{ label: commonText('allBoards'), to: '/boards' }, ...(title ? [{ label: title }] : [])]}
      />
      <PageHeading title={title ?? <Bone width="6em" />} />
      <WhenLoaded
        loaded={loaded}
        failed={commonText('loadFailed')}
        elsewhere={<ButtonLink to="/">{commonText('backHome')}</ButtonLink>}
        skeleton={
          <>
            <Skeleton>
              <SectionHeading>
                <Bone width="3em" />
              </SectionHeading>
              <div className="category-bones">
                <Bone width="60%" />
                <Bone width="72%" />
                <Bone width="54%" />
              </div>
            </Skeleton>
            <ThreadListSkeleton />
          </>
        }
      >
        {({ boards, threads, updates, pagination }) => (
          <>
            <section aria-labelledby="category-boards">
              <SectionHeading id="category-boards">{categoryText('boards')}</SectionHeading>
              <SubBoards boards={leaves(boards)} />
            </section>
            <section aria-labelledby="category-threads">
              <SectionHeading id="category-threads">{categoryText('newest')}</SectionHeading>
              {threads.length > 0 ? (
                <div className="under-heading">
                  <ThreadList threads={threads} updates={updates} showBoard />
                </div>
              ) : (
                <EmptyState
                  icon={<Inbox aria-hidden />}
                  title={page > 1 ? boardText('pastEnd') : categoryText('empty')}
                  {...(page > 1 ? {} : { text: categoryText('emptyText') })}
                >
                  {page > 1 && <ButtonLink to={categoryHref(name, 1)}>{boardText('toFirstPage')}</ButtonLink>}
                </EmptyState>
              )}
            </section>
            <Pagination
              page={page}
              totalPages={pagination.totalPages}
              hrefFor={(to) => categoryHref(name, to)}
            />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

/** Omits a parent whose sub-boards are shown, since its counts and threads repeat theirs. */
const leaves = (boards: Board[]) => boards.filter((board) => !boards.some((one) => one.parentId === board.id))

const categoryHref = (name: string, page: number) =>
  `/category/${encodeURIComponent(name)}${page === 1 ? '' : `?page=${page}`}`
