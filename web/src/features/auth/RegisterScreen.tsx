import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { Breadcrumb, Button, Dialog, PageHeading, usePageTitle } from '../../ui'
import { LegalSections } from './LegalScreens'
import { AlreadySignedIn } from './LoginScreen'
import { useSession } from './use-session'
import { RegisterForm } from './RegisterForm'
import './auth.css'
import './texts'

type Step = 'terms' | 'privacy' | 'form'

/** Terms, then privacy policy, then the form; disagreeing with either goes home. */
export function RegisterScreen() {
  const t = useTexts()
  const { status } = useSession()
  const [step, setStep] = useState<Step>('terms')
  const [cameAs, setCameAs] = useState(status)
  if (cameAs === 'checking' && status !== 'checking') setCameAs(status)
  usePageTitle(t('auth.registerTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: t('auth.registerTitle') }]} />
      <PageHeading title={t('auth.registerTitle')} className="ruled-heading" />
      {cameAs === 'member' && <AlreadySignedIn />}
      {cameAs === 'anonymous' && (
        <>
          {step === 'form' && <RegisterForm />}
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
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      mustChoose
      title={of === 'terms' ? t('common.terms') : t('common.privacy')}
      note={`${t('auth.step', { step: of === 'terms' ? 1 : 2 })} · ${t('auth.lastUpdated')}`}
      footer={
        <>
          <Button onClick={() => void navigate('/')}>{t('auth.disagree')}</Button>
          <Button tone="go" onClick={onAgree}>
            {t('auth.agree')}
          </Button>
        </>
      }
    >
      <LegalSections of={of} />
    </Dialog>
  )
}
