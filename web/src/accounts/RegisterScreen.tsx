import { type Api, type ResponseOf } from '@forum/shared/contract'
import { useCallback, useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { Breadcrumb, Button, Dialog, isReturn, PageHeading, usePageTitle } from '../ui'
import { forum } from '../store'
import { authText } from './auth.texts'
import { AlreadySignedIn } from './LoginScreen'
import { useOffers } from '../state/offers'
import { useSession } from '../state/session'
import { ProviderButtons } from './oidc/ProviderButtons'
import { RegisterForm } from './RegisterForm'
import { forgetRegistration } from './started-registration'
import './auth.css'

type Step = 'terms' | 'privacy' | 'form'

/** The state of the history entry in which somebody agreed, which a reload and Back find again. */
interface Agreed {
  step: Step
}

/** The requirements for newcomers until the site has sent its own. */
const UNKNOWN: ResponseOf<Api['getRegistration']> = { registration: 'open', challenge: null, question: null }

/** True once a visitor has agreed since the document was loaded. */
let hasAgreedHere = false

/**
 * Returns the step at which a visitor continues. A browser may keep the state of a history entry for a new
 * visit to its address; such a visitor starts over.
 */
const stepOf = (state: unknown): Step =>
  (hasAgreedHere || isReturn() ? (state as Agreed | null)?.step : undefined) ?? 'terms'

/** Terms, then privacy policy, then the form; disagreeing with either goes home. None of them while registration is closed. */
export function RegisterScreen() {
  const { status } = useSession()
  const navigate = useNavigate()
  const { search, state } = useLocation() as Location<unknown>
  const [cameTo] = useState(() => stepOf(state))
  const [step, setStep] = useState(cameTo)
  const [cameAs, setCameAs] = useState(status)
  const [{ registration, challenge, question }, setAsked] =
    useState<ResponseOf<Api['getRegistration']>>(UNKNOWN)
  useEffect(() => {
    forum
      .callBeyondSession('getRegistration')
      .then(setAsked)
      // The form shows the refusal of a site that is closed.
      .catch(() => undefined)
  }, [])
  // A link with a code shows the form even while registration is closed, since the first admin's link always works.
  const hasCode = new URLSearchParams(search).has('invitation')
  const isClosed = registration === 'closed' && !hasCode
  if (cameAs === 'checking' && status !== 'checking') setCameAs(status)
  usePageTitle(authText('registerTitle'))
  const agree = () => {
    const next: Agreed = { step: step === 'terms' ? 'privacy' : 'form' }
    hasAgreedHere = true
    setStep(next.step)
    void navigate({ search }, { replace: true, state: next })
  }
  return (
    <>
      <Breadcrumb trail={[{ label: authText('registerTitle') }]} />
      <PageHeading title={authText('registerTitle')} className="ruled-heading" />
      {cameAs === 'member' && <AlreadySignedIn />}
      {cameAs === 'anonymous' && isClosed && <p role="status">{authText('registrationIsClosed')}</p>}
      {cameAs === 'anonymous' && !isClosed && (
        <>
          {step === 'form' && <ProviderButtons returnTo="/" />}
          {step === 'form' && (
            <RegisterForm
              byInvitation={registration === 'invited' || hasCode}
              isResumed={cameTo === 'form'}
              asked={{ hasChallenge: challenge !== null, question }}
            />
          )}
          {step !== 'form' && <Consent key={step} page={step} onAgree={agree} />}
        </>
      )}
    </>
  )
}

function Consent({ page, onAgree }: { page: 'terms' | 'privacy'; onAgree: () => void }) {
  const navigate = useNavigate()
  const { sitePage } = useOffers()
  const text = sitePage.use()
  useEffect(() => {
    sitePage.load().catch(() => undefined)
  }, [sitePage])
  // Nobody agrees to what they have not seen.
  const [isShown, setIsShown] = useState(false)
  const onShown = useCallback(() => {
    setIsShown(true)
  }, [])
  return (
    <Dialog
      title={page === 'terms' ? commonText('terms') : commonText('privacy')}
      note={authText('step', { step: page === 'terms' ? 1 : 2 })}
      footer={
        <>
          <Button
            onClick={() => {
              forgetRegistration()
              void navigate('/')
            }}
          >
            {authText('disagree')}
          </Button>
          <Button tone="go" disabled={!isShown} onClick={onAgree}>
            {authText('agree')}
          </Button>
        </>
      }
    >
      {text && <text.Component slug={page} onShown={onShown} />}
    </Dialog>
  )
}
