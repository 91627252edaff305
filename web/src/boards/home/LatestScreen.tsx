import { useSearchParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { PageHeading, Pagination, readPage, usePageTitle } from '../../ui'
import { LatestThreads } from '../LatestThreads'
import { useBoards } from '../use-boards'

/** `/latest?list=&page=`: the lists of the home page, with all their pages. */
export function LatestScreen() {
  const [query] = useSearchParams()
  // News of boards that the reader hides are left out.
  useBoards()
  const page = readPage(query.get('page'))
  usePageTitle(commonText('latest'))
  return (
    <>
      <PageHeading title={commonText('latest')} />
      <LatestThreads
        path="/latest"
        list={query.get('list')}
        page={page}
        pager={(totalPages, hrefFor) => <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />}
      />
    </>
  )
}
