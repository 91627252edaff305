import { useTexts } from '../../lib/i18n'
import { Button, ButtonLink, ErrorState, usePageTitle } from '../../ui'

/** What browsers say when a part of the page cannot be fetched, for want of a network or after an update of the forum. */
const isLoadingError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script|preload CSS/i.test(error.message)

/** Shown when rendering a screen fails, with a refresh button. With `standsAlone` there is no frame around it. */
export function ErrorScreen({ error, standsAlone = false }: { error: unknown; standsAlone?: boolean }) {
  const t = useTexts()
  const isLoading = isLoadingError(error)
  usePageTitle(t('errorScreen.title'))
  const screen = (
    <ErrorState
      isPage
      title={t('errorScreen.title')}
      cause={t(isLoading ? 'errorScreen.notLoaded' : 'errorScreen.text')}
    >
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
