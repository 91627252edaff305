import { newUsername } from '@forum/shared/contract'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { fieldProblem } from '../../lib/schemas'
import { rememberPlace } from '../../lib/session'
import { pathOnThisSite } from '../../lib/site-path'
import { forum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  Check,
  ErrorState,
  FormError,
  FormField,
  PageHeading,
  toast,
  useForm,
  usePageTitle,
} from '../../ui'
import { chosenScript } from '../../state/script'
import { forgetBegun, hasBegun, useSession } from '../../state/session'
import { authText } from '../auth.texts'
import { finishSignIn, linkIdentity } from './oidc.actions'
import { oidcText } from './oidc.texts'

type Step =
  | { is: 'stranger' }
  | { is: 'working' }
  | { is: 'failed'; cause: string }
  | { is: 'code' }
  | { is: 'newcomer'; suggestedUsername: string; needsEmail: boolean }

/**
 * `/login/with`: the page to which a provider leads back. Signs in, links the account, or asks a newcomer for
 * a username.
 */
export function OidcScreen() {
  const { status } = useSession()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const given = new URLSearchParams(hash.slice(1))
  const code = given.get('code')
  const to = pathOnThisSite(given.get('to') ?? '/') ?? '/'
  const [step, setStep] = useState<Step>(() => {
    if (code === null) return { is: 'failed', cause: oidcText('failedText') }
    // A link can carry the code of somebody else, whose account would then be used or connected.
    return { is: hasBegun() ? 'working' : 'stranger' }
  })
  const isBegun = useRef(false)
  const isWorking = step.is === 'working'
  usePageTitle(oidcText('title'))
  useEffect(() => {
    if (code === null || !isWorking || status === 'checking' || isBegun.current) return
    isBegun.current = true
    forgetBegun()
    const begin = async () => {
      if (status === 'member') {
        const linked = await linkIdentity(forum, { code })
        if (!linked.ok && linked.error.code === 'SECOND_FACTOR_REQUIRED') setStep({ is: 'code' })
        else if (!linked.ok) setStep({ is: 'failed', cause: linked.error.message })
        else {
          toast.success(oidcText('linked'))
          void navigate(to, { replace: true })
        }
        return
      }
      rememberPlace(to)
      const result = await finishSignIn(forum, { code })
      if (result.ok) {
        if (result.value) setStep({ is: 'newcomer', ...result.value })
      } else if (result.error.code === 'SECOND_FACTOR_REQUIRED') setStep({ is: 'code' })
      else setStep({ is: 'failed', cause: result.error.message })
    }
    void begin()
  }, [code, isWorking, status, to, navigate])
  return (
    <>
      <Breadcrumb trail={[{ label: oidcText('title') }]} />
      <PageHeading title={oidcText(step.is === 'newcomer' ? 'welcome' : 'title')} className="ruled-heading" />
      {step.is === 'stranger' && (
        <StrangerQuestion
          isMember={status === 'member'}
          onContinue={() => {
            setStep({ is: 'working' })
          }}
        />
      )}
      {step.is === 'working' && <p role="status">{oidcText('working')}</p>}
      {step.is === 'failed' && (
        <ErrorState title={oidcText('failed')} cause={step.cause}>
          <ButtonLink to="/login" tone="go">
            {oidcText('backToLogin')}
          </ButtonLink>
        </ErrorState>
      )}
      {step.is === 'code' && code !== null && (
        <CodeForm
          code={code}
          onConfirmed={status === 'member' ? () => void navigate(to, { replace: true }) : null}
        />
      )}
      {step.is === 'newcomer' && code !== null && <NewcomerForm code={code} asked={step} />}
    </>
  )
}

/** Asks before using the code of a sign-in that this tab did not begin. */
function StrangerQuestion({ isMember, onContinue }: { isMember: boolean; onContinue: () => void }) {
  return (
    <div className="auth-form auth-narrow">
      <h2>{oidcText('stranger')}</h2>
      <p>{oidcText(isMember ? 'strangerLink' : 'strangerSignIn')}</p>
      <ButtonLink to="/" tone="go" wide>
        {oidcText('goHome')}
      </ButtonLink>
      <Button wide onClick={onContinue}>
        {oidcText('goOn')}
      </Button>
    </div>
  )
}

/** @param onConfirmed called when a signed-in member has confirmed their identity; null for others */
function CodeForm({ code, onConfirmed }: { code: string; onConfirmed: (() => void) | null }) {
  const form = useForm<{ secondFactor: string }, unknown>({
    initial: { secondFactor: '' },
    send: ({ secondFactor }) =>
      onConfirmed ? linkIdentity(forum, { code, secondFactor }) : finishSignIn(forum, { code, secondFactor }),
    onSent: () => onConfirmed?.(),
    fieldOf: { WRONG_CODE: 'secondFactor' },
    waits: true,
  })
  return (
    <form {...form.props} className="auth-form auth-narrow">
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="secondFactor"
        label={oidcText('code')}
        required
        autoComplete="one-time-code"
      />
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
        {oidcText('signIn')}
      </Button>
    </form>
  )
}

function NewcomerForm({
  code,
  asked,
}: {
  code: string
  asked: { suggestedUsername: string; needsEmail: boolean }
}) {
  const form = useForm({
    initial: { username: asked.suggestedUsername, email: '', invitation: '', agrees: false },
    check: ({ username, agrees }) => ({
      username: fieldProblem('username', newUsername, username),
      form: agrees ? undefined : oidcText('agreeFirst'),
    }),
    send: ({ username, email, invitation }) =>
      finishSignIn(forum, {
        code,
        username: username.trim(),
        ...chosenScript(),
        ...(email.trim() === '' ? {} : { email: email.trim() }),
        ...(invitation.trim() === '' ? {} : { invitation: invitation.trim() }),
      }),
    fieldOf: { USERNAME_TAKEN: 'username', EMAIL_TAKEN: 'email', INVITATION_REQUIRED: 'invitation' },
    waits: true,
  })
  const [asksInvitation, setAsksInvitation] = useState(false)
  if (form.errors.invitation !== undefined && !asksInvitation) setAsksInvitation(true)
  const input = { autoCapitalize: 'none', spellCheck: false }
  return (
    <form {...form.props} className="auth-form auth-narrow">
      <p className="auth-note">{oidcText('welcomeText')}</p>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="username"
        label={authText('username')}
        required
        autoComplete="username"
        help={authText('usernameHelp')}
        {...input}
      />
      {(asked.needsEmail || form.errors.email !== undefined) && (
        <FormField
          form={form}
          name="email"
          label={authText('email')}
          required={asked.needsEmail}
          type="email"
          autoComplete="email"
          help={authText('emailHelp')}
          {...input}
        />
      )}
      {asksInvitation && (
        <FormField
          form={form}
          name="invitation"
          label={authText('invitation')}
          required
          autoComplete="off"
          {...input}
        />
      )}
      <p className="auth-note">
        <Link to="/terms" target="_blank" className="link">
          {oidcText('terms')}
        </Link>
        {' · '}
        <Link to="/privacy" target="_blank" className="link">
          {oidcText('privacy')}
        </Link>
      </p>
      <Check
        label={oidcText('agree')}
        checked={form.values.agrees}
        onChange={(agrees) => {
          form.set({ agrees })
        }}
      />
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
        {oidcText('finish')}
      </Button>
    </form>
  )
}
