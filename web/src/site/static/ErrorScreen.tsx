import { commonText } from '../../lib/i18n'
import { Button, ButtonLink, ErrorState, usePageTitle } from '../../ui'
import { errorScreenText } from './error-screen.texts'

/**
 * Matches the browsers' messages when a part of the page cannot be loaded, because there is no network or the forum was
 * updated.
 */
const isLoadingError = (error: unknown): boolean =>
  error instanceof Error && /imported module|module script|preload CSS/i.test(error.message)

/**
 * Shown when rendering a screen fails, with a refresh button. With `standsAlone`, the layout itself failed and is not
 * rendered around it.
 */
export function ErrorScreen({ error, standsAlone = false }: { error: unknown; standsAlone?: boolean }) {
  const isLoading = isLoadingError(error)
  usePageTitle(errorScreenText('title'))
  const screen = (
    <ErrorState
      isPage
      title={errorScreenText('title')}
      cause={errorScreenText(isLoading ? 'notLoaded' : 'text')}
    >
      <Button
        tone="go"
        onClick={() => {
          location.reload()
        }}
      >
        {errorScreenText('refresh')}
      </Button>
      {/* Once the layout itself has failed, navigating within the app would render nothing new. */}
      {standsAlone ? (
        <a className="button" href="/">
          {commonText('backHome')}
        </a>
      ) : (
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      )}
    </ErrorState>
  )
  // The mark makes `keepReadable` show the server's document instead, on the first screen.
  return standsAlone ? (
    <main className="wrap" data-crashed>
      {screen}
    </main>
  ) : (
    <div data-crashed>{screen}</div>
  )
}
