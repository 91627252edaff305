import { commonText } from '../../lib/i18n'
import { Breadcrumb, ButtonLink, EmptyState, usePageTitle } from '../../ui'
import { Hammer } from '../../ui/icons'
import { soonText } from './soon.texts'

/** Shown where the search box leads, until there is a search. */
export function SoonScreen() {
  const title = commonText('search')
  usePageTitle(title)
  return (
    <>
      <Breadcrumb trail={[{ label: title }]} />
      <EmptyState
        isPage
        icon={<Hammer aria-hidden />}
        title={`${title} · ${soonText('title')}`}
        text={soonText('text', { name: title })}
      >
        <ButtonLink to="/boards" tone="go">
          {soonText('toBoards')}
        </ButtonLink>
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    </>
  )
}
