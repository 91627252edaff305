import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { Button, ButtonLink, useIsWide } from '../../ui'
import { LoginForm, useSession } from '../auth'

/**
 * The login panel of the home page where there is no sidebar: folded, so that the boards stay in sight, and open
 * for somebody who was signed in a moment ago.
 */
export function GuestStrip() {
  const t = useTexts()
  const { status, endedBecause } = useSession()
  const isWide = useIsWide()
  const [unfolded, setUnfolded] = useState(false)
  if (isWide || status !== 'anonymous') return null
  return (
    <section className="guest-strip" aria-label={t('common.login')}>
      <p>{t('home.welcomeGuest')}</p>
      {unfolded || endedBecause !== null ? (
        <LoginForm />
      ) : (
        <div className="guest-strip-acts">
          <Button
            tone="go"
            onClick={() => {
              setUnfolded(true)
            }}
          >
            {t('common.login')}
          </Button>
          <ButtonLink to="/register">{t('home.registerNow')}</ButtonLink>
        </div>
      )}
    </section>
  )
}
