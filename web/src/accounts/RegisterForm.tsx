import { displayName, email, invitationCode, newPassword, newUsername } from '@forum/shared/contract'
import { DISPLAY_NAME_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { fieldProblem } from '../lib/schemas'
import { forum } from '../store'
import { Button, FormError, FormField, useForm } from '../ui'
import { authText } from './auth.texts'
import {
  type RegistrationRequirements,
  EMPTY_CHECKS,
  RegistrationChecks,
} from './challenge/RegistrationChecks'
import { useChallenge } from './challenge/use-challenge'
import { newPasswordInput } from './new-password'
import { chosenScript } from '../state/script'
import { register } from '../state/session'
import { forgetRegistration, rememberRegistration, startedRegistration } from './started-registration'

const EMPTY = {
  username: '',
  email: '',
  displayName: '',
  password: '',
  confirmation: '',
  invitation: '',
  ...EMPTY_CHECKS,
}

/** Returns the errors of the fields by the server's own rules. */
const check = (values: typeof EMPTY, byInvitation: boolean) => ({
  invitation: byInvitation ? fieldProblem('invitation', invitationCode, values.invitation) : undefined,
  username: fieldProblem('username', newUsername, values.username),
  email: fieldProblem('email', email, values.email),
  displayName:
    values.displayName.trim() === ''
      ? undefined
      : fieldProblem('displayName', displayName, values.displayName),
  password: fieldProblem('password', newPassword, values.password),
  confirmation:
    values.confirmation === ''
      ? authText('confirmRequired')
      : values.confirmation === values.password
        ? undefined
        : authText('passwordMismatch'),
})

interface RegisterFormProps {
  byInvitation: boolean
  isResumed: boolean
  /** The other checks that the site demands of newcomers. */
  asked: RegistrationRequirements
}

/** The values of the form, kept for a visitor who comes back to it, and the calls that send them. */
function useRegistration({ byInvitation, isResumed, asked }: RegisterFormProps, invited: string) {
  const [values, setValues] = useState(() => ({
    ...EMPTY,
    invitation: invited,
    ...(isResumed ? startedRegistration() : {}),
  }))
  const { username, email: mail, displayName: shownName } = values
  useEffect(() => {
    rememberRegistration({ username, email: mail, displayName: shownName })
  }, [username, mail, shownName])
  const challenge = useChallenge(
    asked.hasChallenge,
    values.confirmation !== '',
    async () => (await forum.callBeyondSession('getRegistration')).challenge,
  )
  const form = useForm({
    initial: EMPTY,
    kept: {
      value: values,
      set: (partial) => {
        setValues((before) => ({ ...before, ...partial }))
      },
    },
    check: (values) => check(values, byInvitation),
    checksFields: true,
    send: (values) =>
      challenge.sendSolved((solution) =>
        register(forum, {
          ...solution,
          ...(asked.question === null ? {} : { answer: values.answer }),
          ...(values.homepage === '' ? {} : { homepage: values.homepage }),
          username: values.username.trim(),
          email: values.email.trim(),
          password: values.password,
          ...chosenScript(),
          ...(byInvitation ? { invitation: values.invitation.trim() } : {}),
          ...(values.displayName.trim() ? { displayName: values.displayName.trim() } : {}),
        }),
      ),
    onSent: forgetRegistration,
    fieldOf: { USERNAME_TAKEN: 'username', EMAIL_TAKEN: 'email', INVITATION_REQUIRED: 'invitation' },
    waits: true,
    describe: ({ status }) => (status === 0 ? authText('registerFailed') : undefined),
  })
  return { form, challenge }
}

/**
 * The registration form. A field is checked on blur and on submit; its value is always kept.
 *
 * @param byInvitation whether it asks for the code of an invitation, which a link may bring (`?invitation=`)
 * @param isResumed whether the visitor came back to it, such as by a reload: it then has what was typed before
 */
export function RegisterForm(given: RegisterFormProps) {
  const { byInvitation, asked } = given
  const [search] = useSearchParams()
  const invited = search.get('invitation') ?? ''
  const code = useRef<HTMLInputElement>(null)
  const username = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The site may say that it needs a code only after the newcomer has begun to type.
    if (username.current?.value) return
    // The element that had the focus before the consent dialog is gone, so the first empty field takes it.
    const first = byInvitation && invited === '' ? code : username
    first.current?.focus()
  }, [byInvitation, invited])
  const { form, challenge } = useRegistration(given, invited)
  const nameInput = { autoCapitalize: 'none', spellCheck: false }
  const password = { ...newPasswordInput, required: true }
  return (
    <div className="form-columns">
      <form {...form.props} className="auth-form">
        <FormError>{form.problem}</FormError>
        {byInvitation && (
          <FormField
            form={form}
            name="invitation"
            label={authText('invitation')}
            required
            autoComplete="off"
            help={authText('invitationHelp')}
            inputRef={code}
            {...nameInput}
          />
        )}
        <FormField
          form={form}
          name="username"
          label={authText('username')}
          required
          autoComplete="username"
          help={authText('usernameHelp')}
          inputRef={username}
          {...nameInput}
        />
        <FormField
          form={form}
          name="email"
          label={authText('email')}
          required
          type="email"
          autoComplete="email"
          help={authText('emailHelp')}
          {...nameInput}
        />
        <FormField
          form={form}
          name="displayName"
          label={authText('displayName')}
          optional
          autoComplete="nickname"
          help={authText('displayNameHelp')}
          count={{ count: countCharacters(form.values.displayName.trim()), max: DISPLAY_NAME_MAX }}
        />
        <FormField
          form={form}
          name="password"
          label={authText('password')}
          help={authText('passwordHelp')}
          {...password}
        />
        <FormField form={form} name="confirmation" label={authText('confirmPassword')} {...password} />
        <RegistrationChecks form={form} asked={asked} challenge={challenge} />
        <Button
          type="submit"
          tone="go"
          wide
          busy={form.isBusy}
          disabled={form.isWaiting}
          onMouseDown={(event) => {
            // Checking the field on blur would show its error and move the button away from the pointer.
            event.preventDefault()
          }}
        >
          {form.isBusy ? authText('submitting') : authText('submitRegister')}
        </Button>
        <p className="login-register">
          <Link to="/login" className="link">
            {authText('haveAccount')}
          </Link>
        </p>
      </form>
      <Guidelines />
    </div>
  )
}

function Guidelines() {
  return (
    <section className="guidelines" aria-labelledby="register-guidelines">
      <h2 id="register-guidelines">{authText('guidelines')}</h2>
      <ol>
        {(['r1', 'r2', 'r3', 'r4'] as const).map((rule) => (
          <li key={rule}>{authText(`rules.${rule}`)}</li>
        ))}
      </ol>
    </section>
  )
}
