import { useSearchParams } from 'react-router-dom'
import { PageHeading, Pagination, readPage, usePageTitle } from '../../ui'
import { latestText } from '../latest.texts'
import { LatestThreads, useLatestKind } from '../LatestThreads'
import { besideHomeText } from '../sidebar/beside-home.texts'
import { useBoards } from '../use-boards'

/** `/latest?list=&page=`: the lists of the home page, with all their pages. */
export function LatestScreen() {
  const [query] = useSearchParams()
  // News of boards that the reader hides are left out.
  useBoards()
  const page = readPage(query.get('page'))
  const kind = useLatestKind(query.get('list'))
  // As its link beside the home page says; in a tab the mark of these threads is short enough.
  const heading = kind === 'open' ? besideHomeText('open') : latestText(kind)
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
