import { newPassword, type CurrentUser } from '@forum/shared/contract'
import { fieldProblem } from '../../lib/schemas'
import { forum } from '../../store'
import { Button, FormError, FormField, toast, useForm } from '../../ui'
import { authText, changePassword, newPasswordInput } from '../../accounts'
import { CodeField, useAsksForCode } from '../../state/session'
import { profileText } from './profile.texts'

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '', code: '' }

/** Returns the errors of the fields by the server's own rule. */
const check = (values: typeof EMPTY, hasPassword: boolean) => ({
  currentPassword: hasPassword && values.currentPassword === '' ? profileText('currentRequired') : undefined,
  newPassword:
    values.newPassword === ''
      ? profileText('newRequired')
      : fieldProblem('newPassword', newPassword, values.newPassword),
  confirmation:
    values.confirmation === ''
      ? profileText('confirmRequired')
      : values.confirmation === values.newPassword
        ? undefined
        : profileText('mismatch'),
})

/** Changes the password, or sets the first one of a member who signs in otherwise. */
export function PasswordForm({ user }: { user: CurrentUser }) {
  const { hasPassword } = user
  const { asksForCode, checkCode, codeIn, noticeRequired } = useAsksForCode(user)
  const form = useForm({
    initial: EMPTY,
    check: (values) => ({ ...check(values, hasPassword), code: checkCode(values.code) }),
    send: ({ currentPassword, newPassword: changed, code }) =>
      changePassword(forum, {
        ...(hasPassword ? { currentPassword } : {}),
        newPassword: changed,
        ...codeIn(code),
      }),
    onSent: () => {
      form.reset()
      toast.success(profileText(hasPassword ? 'passwordChanged' : 'passwordSet'))
    },
    onFailure: noticeRequired,
    fieldOf: { WRONG_PASSWORD: 'currentPassword', WRONG_CODE: 'code' },
    waits: true,
    describe: ({ status }) => (status === 0 ? profileText('passwordFailed') : undefined),
  })
  const current = { type: 'password', autoComplete: 'current-password' } as const
  const field = (
    name: keyof typeof EMPTY,
    label: string,
    input: typeof current | typeof newPasswordInput,
    help?: string,
  ) => <FormField form={form} name={name} label={label} required help={help} {...input} />
  return (
    <form {...form.props} className="profile-form">
      <FormError>{form.problem}</FormError>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {hasPassword ? (
        field('currentPassword', profileText('currentPassword'), current)
      ) : (
        <p className="profile-note">{profileText('noPassword')}</p>
      )}
      {field('newPassword', profileText('newPassword'), newPasswordInput, authText('passwordHelp'))}
      {field('confirmation', profileText('confirmNew'), newPasswordInput)}
      {asksForCode && <CodeField form={form} />}
      <p className="profile-note">{profileText('passwordNote')}</p>
      <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
        {profileText(hasPassword ? 'changePassword' : 'setPassword')}
      </Button>
    </form>
  )
}
