import { useState } from 'react'
import { commonText } from '../../lib/i18n'
import { Button, ButtonLink, useIsWide } from '../../ui'
import { useForum } from '../../store'
import { authSlice, useSession } from '../../state/session'
import { useWelcome } from '../../state/site'
import { LoginForm } from '../../accounts'

/**
 * The login panel of the home page where there is no sidebar: folded, so that the threads stay in sight, and open
 * after a session has ended.
 */
export function GuestStrip() {
  const { status, endedBecause } = useSession()
  const isUnconfirmed = useForum((read) => read(authSlice).isSessionUnconfirmed)
  const isWide = useIsWide()
  const welcome = useWelcome()
  const [unfolded, setUnfolded] = useState(false)
  if (isWide || status !== 'anonymous' || isUnconfirmed) return null
  return (
    <section className="guest-strip" aria-label={commonText('login')}>
      <p>{welcome}</p>
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
            {commonText('login')}
          </Button>
          <ButtonLink to="/register">{commonText('registerNow')}</ButtonLink>
        </div>
      )}
    </section>
  )
}
