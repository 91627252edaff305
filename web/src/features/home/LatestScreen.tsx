import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { PageHeading, readPage, usePageTitle } from '../../ui'
import { LatestThreads } from '../boards'

/** `/latest?list=&page=`: the lists of the home page, with all their pages. */
export function LatestScreen() {
  const t = useTexts()
  const [query] = useSearchParams()
  usePageTitle(t('latest.title'))
  return (
    <>
      <PageHeading title={t('latest.title')} />
      <LatestThreads path="/latest" list={query.get('list')} page={readPage(query.get('page'))} showAll />
    </>
  )
}
