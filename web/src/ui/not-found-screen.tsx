import { commonText } from '../lib/i18n'
import { ButtonLink } from './button'
import { Compass } from './icons'
import { notFoundText } from './not-found.texts'
import { EmptyState } from './states'
import { usePageTitle } from './use-page-title'

/** The screen of an address that leads nowhere. */
export function NotFoundScreen() {
  usePageTitle(notFoundText('title'))
  return (
    <EmptyState
      isPage
      icon={<Compass aria-hidden />}
      title={notFoundText('title')}
      text={notFoundText('text')}
    >
      <ButtonLink to="/" tone="go">
        {commonText('backHome')}
      </ButtonLink>
      <ButtonLink to="/boards">{commonText('allBoards')}</ButtonLink>
    </EmptyState>
  )
}
