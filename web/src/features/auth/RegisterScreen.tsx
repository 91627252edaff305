import { type Registration } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { Breadcrumb, Button, Dialog, PageHeading, usePageTitle } from '../../ui'
import { forum } from '../../store'
import { authText } from './auth.texts'
import { LegalSections } from './LegalScreens'
import { AlreadySignedIn } from './LoginScreen'
import { useSession } from './use-session'
import { RegisterForm } from './RegisterForm'
import './auth.css'

type Step = 'terms' | 'privacy' | 'form'

/** Terms, then privacy policy, then the form; disagreeing with either goes home. None of them while registration is closed. */
export function RegisterScreen() {
  const { status } = useSession()
  const [step, setStep] = useState<Step>('terms')
  const [cameAs, setCameAs] = useState(status)
  const [registration, setRegistration] = useState<Registration>('open')
  useEffect(() => {
    forum
      .callBeyondSession('getRegistration')
      .then((response) => {
        setRegistration(response.registration)
      })
      // The form shows the refusal of a site that is closed.
      .catch(() => undefined)
  }, [])
  if (cameAs === 'checking' && status !== 'checking') setCameAs(status)
  usePageTitle(authText('registerTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: authText('registerTitle') }]} />
      <PageHeading title={authText('registerTitle')} className="ruled-heading" />
      {cameAs === 'member' && <AlreadySignedIn />}
      {cameAs === 'anonymous' && registration === 'closed' && (
        <p role="status">{authText('registrationIsClosed')}</p>
      )}
      {cameAs === 'anonymous' && registration !== 'closed' && (
        <>
          {step === 'form' && <RegisterForm byInvitation={registration === 'invited'} />}
          {step !== 'form' && (
            <Consent
              key={step}
              of={step}
              onAgree={() => {
                setStep(step === 'terms' ? 'privacy' : 'form')
              }}
            />
          )}
        </>
      )}
    </>
  )
}

function Consent({ of, onAgree }: { of: 'terms' | 'privacy'; onAgree: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      title={of === 'terms' ? commonText('terms') : commonText('privacy')}
      note={`${authText('step', { step: of === 'terms' ? 1 : 2 })} · ${authText('lastUpdated')}`}
      footer={
        <>
          <Button onClick={() => void navigate('/')}>{authText('disagree')}</Button>
          <Button tone="go" onClick={onAgree}>
            {authText('agree')}
          </Button>
        </>
      }
    >
      <LegalSections of={of} />
    </Dialog>
  )
}
