import { useTexts } from '../../lib/i18n'
import { ButtonLink, EmptyState, usePageTitle } from '../../ui'
import { Compass } from '../../ui/icons'

export function NotFoundScreen() {
  const t = useTexts()
  usePageTitle(t('notFound.title'))
  return (
    <EmptyState isPage icon={<Compass aria-hidden />} title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/" tone="go">
        {t('common.backHome')}
      </ButtonLink>
      <ButtonLink to="/boards">{t('board.all')}</ButtonLink>
    </EmptyState>
  )
}
