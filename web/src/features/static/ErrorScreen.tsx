import { useTexts } from '../../lib/i18n'
import { Button, ButtonLink, ErrorState, usePageTitle } from '../../ui'

/** Shown when rendering a screen fails, with a refresh button. With `standsAlone` there is no frame around it. */
export function ErrorScreen({ standsAlone = false }: { standsAlone?: boolean }) {
  const t = useTexts()
  usePageTitle(t('errorScreen.title'))
  const screen = (
    <ErrorState isPage title={t('errorScreen.title')} cause={t('errorScreen.text')}>
      <Button
        tone="go"
        onClick={() => {
          location.reload()
        }}
      >
        {t('errorScreen.refresh')}
      </Button>
      {/* A link of the page would draw nothing new once the frame itself has failed. */}
      {standsAlone ? (
        <a className="button" href="/">
          {t('common.backHome')}
        </a>
      ) : (
        <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
      )}
    </ErrorState>
  )
  return standsAlone ? <main className="wrap">{screen}</main> : screen
}
