import { useSearchParams } from 'react-router-dom'
import { PageHeading, Pagination, readPage, usePageTitle } from '../../ui'
import { latestText } from '../latest.texts'
import { LatestThreads, useLatestKind } from '../LatestThreads'
import { latestScreenText } from './latest-screen.texts'
import { useBoards } from '../use-boards'

/** `/latest?list=&page=`: the lists of the home page, with all their pages. */
export function LatestScreen() {
  const [query] = useSearchParams()
  // News of boards that the reader hides are left out.
  useBoards()
  const page = readPage(query.get('page'))
  const kind = useLatestKind(query.get('list'))
  // As the panel beside the home page says; the tab has the mark of these threads.
  const heading = kind === 'open' ? latestScreenText('open') : latestText(kind)
  usePageTitle(heading)
  return (
    <>
      <PageHeading title={heading} />
      <LatestThreads
        path="/latest"
        list={query.get('list')}
        page={page}
        pager={(totalPages, hrefFor) => <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />}
      />
    </>
  )
}
