import { useState } from 'react'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Breadcrumb, Button, ButtonLink, EmptyState, PageHeading, usePageTitle } from '../ui'
import { authText } from './auth.texts'
import { LoginForm } from './LoginForm'
import { ProviderButtons } from './oidc/ProviderButtons'
import { PasskeyButton } from './passkeys/PasskeyButton'
import { useSession, logout } from '../state/session'
import './auth.css'

export function LoginScreen() {
  const { status } = useSession()
  // Signing in leads to another page, but the form stays until that page is shown.
  const [cameAs, setCameAs] = useState(status)
  if (cameAs === 'checking' && status !== 'checking') setCameAs(status)
  usePageTitle(authText('loginTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: authText('loginTitle') }]} />
      <PageHeading title={authText('loginTitle')} className="ruled-heading" />
      {cameAs === 'member' ? (
        <AlreadySignedIn />
      ) : (
        <div className="auth-form auth-narrow">
          <ProviderButtons returnTo="/" />
          <LoginForm />
          <PasskeyButton />
        </div>
      )}
    </>
  )
}

/** Shown to a member who is already signed in and opens the login or register page. */
export function AlreadySignedIn() {
  const { user } = useSession()
  return (
    <EmptyState
      title={authText('alreadySignedIn')}
      text={authText('alreadySignedInText', { name: user?.displayName ?? '' })}
    >
      <ButtonLink to="/" tone="go">
        {commonText('backHome')}
      </ButtonLink>
      <Button onClick={() => void logout(forum)}>{commonText('logout')}</Button>
    </EmptyState>
  )
}
