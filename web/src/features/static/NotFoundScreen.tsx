import { commonText } from '../../lib/i18n'
import { ButtonLink, EmptyState, usePageTitle } from '../../ui'
import { Compass } from '../../ui/icons'
import { notFoundText } from './not-found.texts'

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
