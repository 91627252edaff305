import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Breadcrumb, Button, ButtonLink, EmptyState, PageHeading, usePageTitle } from '../../ui'
import { LoginForm } from './LoginForm'
import { useSession } from './use-session'
import './auth.css'
import './texts'

export function LoginScreen() {
  const t = useTexts()
  const { status } = useSession()
  // Signing in leads to another page, but the form stays until that page is shown.
  const [cameAs, setCameAs] = useState(status)
  if (cameAs === 'checking' && status !== 'checking') setCameAs(status)
  usePageTitle(t('auth.loginTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: t('auth.loginTitle') }]} />
      <PageHeading title={t('auth.loginTitle')} className="ruled-heading" />
      {cameAs === 'member' ? (
        <AlreadySignedIn />
      ) : (
        <div className="auth-form auth-narrow">
          <LoginForm />
        </div>
      )}
    </>
  )
}

/** Shown to a member who is already signed in and opens the login or register page. */
export function AlreadySignedIn() {
  const t = useTexts()
  const { user } = useSession()
  const logout = useForum((state) => state.logout)
  return (
    <EmptyState
      title={t('auth.alreadySignedIn')}
      text={t('auth.alreadySignedInText', { name: user?.displayName ?? '' })}
    >
      <ButtonLink to="/" tone="go">
        {t('common.backHome')}
      </ButtonLink>
      <Button onClick={() => void logout()}>{t('common.logout')}</Button>
    </EmptyState>
  )
}
