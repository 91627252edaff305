import { useTexts } from '../../lib/i18n'
import { Breadcrumb, ButtonLink, EmptyState, usePageTitle } from '../../ui'
import { Hammer } from '../../ui/icons'

const NAMES = {
  inbox: 'common.inbox',
  search: 'common.search',
} as const

/** Shown where the navigation leads to a screen that does not exist yet. */
export function SoonScreen({ name }: { name: keyof typeof NAMES }) {
  const t = useTexts()
  const title = t(NAMES[name])
  usePageTitle(title)
  return (
    <>
      <Breadcrumb trail={[{ label: title }]} />
      <EmptyState
        isPage
        icon={<Hammer aria-hidden />}
        title={`${title} · ${t('soon.title')}`}
        text={t('soon.text', { name: title })}
      >
        <ButtonLink to="/boards" tone="go">
          {t('soon.toBoards')}
        </ButtonLink>
        <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
      </EmptyState>
    </>
  )
}
