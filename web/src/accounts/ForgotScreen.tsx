import { type Api, type ResponseOf } from '@forum/shared/contract'
import { Fragment, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { forum } from '../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  EmptyState,
  FormError,
  FormField,
  PageHeading,
  SkeletonLines,
  useForm,
  usePageTitle,
} from '../ui'
import { Mail } from '../ui/icons'
import { loginText } from './login.texts'
import { resetText } from './reset.texts'
import { forgotPassword, loadPasswordHelp } from './account.actions'
import './auth.css'

type Help = ResponseOf<Api['getPasswordHelp']>

/** Asks for a link to reset a forgotten password; on a site without mail, says at once whom to ask instead. */
export function ForgotScreen() {
  const [isSent, setIsSent] = useState(false)
  const [help, setHelp] = useState<Help | null>(null)
  usePageTitle(resetText('forgotTitle'))
  useEffect(() => {
    void loadPasswordHelp(forum).then((loaded) => {
      // If that is unknown, the form shows the server's refusal.
      setHelp(loaded.ok ? loaded.value : { mail: true, contact: null, admins: [] })
    })
  }, [])
  return (
    <>
      <Breadcrumb trail={[{ label: resetText('forgotTitle') }]} />
      <PageHeading title={resetText('forgotTitle')} className="ruled-heading" />
      {help === null && <SkeletonLines count={3} className="auth-form auth-narrow" />}
      {help !== null && !help.mail && <WithoutMail {...help} />}
      {help?.mail && !isSent && <ForgotForm onSent={() => setIsSent(true)} />}
      {isSent && (
        <div role="status">
          <EmptyState icon={<Mail aria-hidden />} title={resetText('sentTitle')} text={resetText('sentText')}>
            <BackToLogin />
          </EmptyState>
        </div>
      )}
    </>
  )
}

const BackToLogin = () => (
  <ButtonLink to="/login" tone="go">
    {resetText('backToLogin')}
  </ButtonLink>
)

/** Addresses are links; anything else is shown as the operator wrote it. */
function Contact({ contact }: { contact: string }) {
  if (/^https?:\/\/\S+$/.test(contact))
    return (
      <a className="link" href={contact}>
        {contact}
      </a>
    )
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact))
    return (
      <a className="link" href={`mailto:${contact}`}>
        {contact}
      </a>
    )
  return contact
}

function WithoutMail({ contact, admins }: Help) {
  return (
    <EmptyState
      icon={<Mail aria-hidden />}
      title={resetText('noMailTitle')}
      text={
        <>
          {resetText('noMailText')}
          <br />
          {contact !== null && (
            <>
              {resetText('contact')}
              <Contact contact={contact} />
            </>
          )}
          {contact === null && admins.length > 0 && (
            <>
              {resetText('noContact')}
              <br />
              {resetText('admins')}
              {admins.map(({ id, displayName }, i) => (
                <Fragment key={id}>
                  {i > 0 && ' · '}
                  <Link className="link" to={`/users/${id}`}>
                    {displayName}
                  </Link>
                </Fragment>
              ))}
            </>
          )}
        </>
      }
    >
      <BackToLogin />
    </EmptyState>
  )
}

function ForgotForm({ onSent }: { onSent: () => void }) {
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: username.trim() === '' ? resetText('required') : undefined }),
    send: ({ username }) => forgotPassword(forum, username.trim()),
    onSent,
    waits: true,
    describe: ({ status }) => (status === 0 ? resetText('failed') : undefined),
  })
  return (
    <form {...form.props} className="auth-form auth-narrow">
      <p className="auth-note">{resetText('forgotText')}</p>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="username"
        label={loginText('usernameOrEmail')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
        {resetText('forgotSubmit')}
      </Button>
    </form>
  )
}
