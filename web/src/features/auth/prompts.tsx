import { createRoot } from 'react-dom/client'
import { commonText } from '../../lib/i18n'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { FormDialog, FormField, useForm } from '../../ui'
import { type Credentials, login } from './auth.actions'
import { secondFactorText } from './second-factor.texts'

/** Asks for the code of a sign-in, and signs in with it. Resolves with false if the member gives up. */
export const askForCode = (forum: Forum, credentials: Credentials): Promise<boolean> =>
  ask({
    title: secondFactorText('codeTitle'),
    note: secondFactorText('codeNote'),
    label: secondFactorText('code'),
    required: secondFactorText('codeRequired'),
    submit: secondFactorText('signIn'),
    send: (code) => login(forum, { ...credentials, code }),
  })

/** Asks for the password again. Resolves with false if the member gives up. */
export const askForPassword = (forum: Forum): Promise<boolean> =>
  ask({
    title: secondFactorText('passwordTitle'),
    note: secondFactorText('passwordNote'),
    label: secondFactorText('password'),
    required: secondFactorText('passwordRequired'),
    submit: commonText('confirm'),
    isPassword: true,
    send: (password) => resultOf(forum.call('confirmPassword', { body: { password } })),
  })

interface Question {
  title: string
  note: string
  label: string
  required: string
  submit: string
  isPassword?: boolean
  send: (answer: string) => Promise<Result<void>>
}

/** Shows a dialog over whatever is shown, from code that is not part of a screen. */
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
  label,
  required,
  submit,
  isPassword = false,
  send,
  isOpen,
  onClose,
}: Question & { isOpen: boolean; onClose: (isAnswered: boolean) => void }) {
  const form = useForm({
    initial: { answer: '' },
    check: ({ answer }) => ({ answer: answer.trim() === '' ? required : undefined }),
    send: ({ answer }) => send(isPassword ? answer : answer.trim()),
    onSent: () => {
      onClose(true)
    },
    fieldOf: { WRONG_PASSWORD: 'answer', WRONG_CODE: 'answer' },
    waits: true,
  })
  return (
    <FormDialog
      form={form}
      open={isOpen}
      onClose={() => {
        onClose(false)
      }}
      title={title}
      note={note}
      submit={submit}
    >
      <FormField
        form={form}
        name="answer"
        label={label}
        required
        {...(isPassword
          ? { type: 'password' as const, autoComplete: 'current-password' }
          : { autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false })}
      />
    </FormDialog>
  )
}
