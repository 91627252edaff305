import { type CurrentUser } from '@forum/shared/contract'
import { createRoot } from 'react-dom/client'
import { commonText } from '../../lib/i18n'
import { type Result, resultOf } from '../../lib/result'
import { type Forum, sessionSlice } from '../../store'
import { Dialog, FormDialog, FormField, useForm } from '../../ui'
import { type Credentials, login } from './auth.actions'
import { CodeField, useAsksForCode } from './CodeField'
import { OtherWays } from './OtherWays'
import { secondFactorText } from './second-factor.texts'

/** Asks for the code of a sign-in, and signs in with it. Resolves with false if the member gives up. */
export const askForCode = (forum: Forum, credentials: Credentials): Promise<boolean> =>
  ask({
    title: secondFactorText('codeTitle'),
    note: secondFactorText('codeNote'),
    submit: secondFactorText('signIn'),
    asksForPassword: false,
    user: { secondFactor: 'on' },
    send: ({ code }) => login(forum, { ...credentials, ...(code === undefined ? {} : { code }) }),
  })

/**
 * Asks for the password again, and for the second factor if it is on; a passkey replaces both. Members without a
 * password use a passkey, or sign in at their provider again. Resolves with false if the member gives up.
 */
export function askForPassword(forum: Forum): Promise<boolean> {
  const { user } = forum.read(sessionSlice)
  const hasPassword = user?.hasPassword !== false
  return ask({
    title: secondFactorText(hasPassword ? 'passwordTitle' : 'againTitle'),
    note: secondFactorText('passwordNote'),
    submit: commonText('confirm'),
    asksForPassword: true,
    user,
    send: ({ password, code }) =>
      resultOf(
        forum.call('confirmPassword', { body: { password, ...(code === undefined ? {} : { code }) } }),
      ),
    ...(user && { others: { forum, user } }),
  })
}

interface Question {
  title: string
  note: string
  submit: string
  asksForPassword: boolean
  user: Parameters<typeof useAsksForCode>[0]
  send: (typed: { password: string; code?: string }) => Promise<Result<void>>
  /** The member whose other ways to confirm are offered; omitted to offer none. */
  others?: { forum: Forum; user: CurrentUser }
}

/** Shows a dialog above the current screen, from code outside the screens. */
function ask(question: Question): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise((resolve) => {
    const close = (isAnswered: boolean) => {
      // The dialog closes before it is removed, which returns the focus.
      root.render(<Prompt {...question} isOpen={false} onClose={close} />)
      setTimeout(() => {
        root.unmount()
        place.remove()
        resolve(isAnswered)
      })
    }
    root.render(<Prompt {...question} isOpen onClose={close} />)
  })
}

function Prompt({
  title,
  note,
  submit,
  asksForPassword,
  user,
  send,
  others,
  isOpen,
  onClose,
}: Question & { isOpen: boolean; onClose: (isAnswered: boolean) => void }) {
  const { asksForCode, checkCode, codeIn, noticeRequired } = useAsksForCode(user)
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: asksForPassword && password === '' ? secondFactorText('passwordRequired') : undefined,
      code: checkCode(code),
    }),
    send: ({ password, code }) => send({ password, ...codeIn(code) }),
    onSent: () => {
      onClose(true)
    },
    onFailure: noticeRequired,
    fieldOf: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
    waits: true,
  })
  const close = () => {
    onClose(false)
  }
  if (others && !others.user.hasPassword)
    return (
      <Dialog open={isOpen} onClose={close} title={title} note={note}>
        <OtherWays {...others} onConfirmed={() => onClose(true)} />
      </Dialog>
    )
  return (
    <FormDialog form={form} open={isOpen} onClose={close} title={title} note={note} submit={submit}>
      {asksForPassword && (
        <FormField
          form={form}
          name="password"
          label={secondFactorText('password')}
          required
          type="password"
          autoComplete="current-password"
        />
      )}
      {asksForCode && <CodeField form={form} />}
      {others && others.user.passkeys.length > 0 && (
        <OtherWays {...others} onConfirmed={() => onClose(true)} />
      )}
    </FormDialog>
  )
}
