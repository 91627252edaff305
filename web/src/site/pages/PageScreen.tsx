import { type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { WhenLoaded } from '../../resource'
import { useSite } from '../../state/site'
import { Breadcrumb, ButtonLink, NotFoundScreen, PageHeading, SkeletonLines, usePageTitle } from '../../ui'
import { useSitePage, WholePage } from './PageText'
import { pagesText } from './pages.texts'

/** A page of the site: its terms, for example, or one that its admins have added. */
function Page({ slug, fallback, children }: { slug: string; fallback: string; children?: ReactNode }) {
  const loaded = useSitePage(slug)
  const pageTitle = useSite().pages.find((page) => page.slug === slug)?.title
  const title = loaded.status === 'ready' ? loaded.data.title : (pageTitle ?? fallback)
  usePageTitle(title)
  if (loaded.status === 'error' && loaded.error.code === 'NOT_FOUND') return <NotFoundScreen />
  return (
    <>
      <Breadcrumb trail={[{ label: title }]} />
      <PageHeading title={title} />
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={12} />} failed={pagesText('failed')}>
        {(page) => <WholePage page={page} />}
      </WhenLoaded>
      {children}
    </>
  )
}

export function TermsScreen() {
  return <Page slug="terms" fallback={commonText('terms')} />
}

export function PrivacyScreen() {
  return <Page slug="privacy" fallback={commonText('privacy')} />
}

/** `/help`, which ends with a link to the board for feedback. */
export function HelpScreen() {
  const { feedbackBoardId } = useSite()
  return (
    <Page slug="help" fallback={commonText('help')}>
      {feedbackBoardId !== null && (
        <ButtonLink to={`/boards/${feedbackBoardId}`}>{pagesText('feedback')}</ButtonLink>
      )}
    </Page>
  )
}

/** `/pages/:slug` */
export function PageScreen() {
  const { slug = '' } = useParams()
  return <Page key={slug} slug={slug} fallback="" />
}
