import { newPassword } from '@forum/shared/contract'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { fieldProblem } from '../lib/schemas'
import { forum } from '../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  ErrorState,
  FormError,
  FormField,
  PageHeading,
  useForm,
  usePageTitle,
} from '../ui'
import { authText } from './auth.texts'
import { CodeField, useAsksForCode, secondFactorText } from '../state/session'
import { newPasswordInput } from './new-password'
import { resetText } from './reset.texts'
import { resetPassword } from './account.actions'
import './auth.css'

/** Sets a new password, opened from a mailed link. */
export function ResetScreen() {
  const token = useLocation().hash.slice(1)
  const [isBad, setIsBad] = useState(token === '')
  usePageTitle(resetText('resetTitle'))
  return (
    <>
      <Breadcrumb trail={[{ label: resetText('resetTitle') }]} />
      <PageHeading title={resetText('resetTitle')} className="ruled-heading" />
      {isBad ? (
        <ErrorState title={resetText('badLink')} cause={resetText('badLinkText')}>
          <ButtonLink to="/forgot-password" tone="go">
            {resetText('askAgain')}
          </ButtonLink>
        </ErrorState>
      ) : (
        <ResetForm token={token} onBadLink={() => setIsBad(true)} />
      )}
    </>
  )
}

function ResetForm({ token, onBadLink }: { token: string; onBadLink: () => void }) {
  const { asksForCode, checkCode, codeIn, noticeRequired } = useAsksForCode(null)
  const form = useForm({
    initial: { password: '', confirmation: '', code: '' },
    check: ({ password, confirmation, code }) => ({
      code: checkCode(code),
      password: fieldProblem('password', newPassword, password),
      confirmation:
        confirmation === ''
          ? resetText('confirmRequired')
          : confirmation === password
            ? undefined
            : resetText('mismatch'),
    }),
    send: ({ password, code }) => resetPassword(forum, { token, password, ...codeIn(code) }),
    onFailure: (error) => {
      noticeRequired(error)
      if (error.fields.some(({ field }) => field === 'token')) onBadLink()
    },
    fieldOf: { WRONG_CODE: 'code' },
    waits: true,
    describe: ({ status }) => (status === 0 ? resetText('resetFailed') : undefined),
  })
  const password = { ...newPasswordInput, required: true }
  return (
    <form {...form.props} className="auth-form auth-narrow">
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="password"
        label={resetText('newPassword')}
        help={authText('passwordHelp')}
        {...password}
      />
      <FormField form={form} name="confirmation" label={resetText('confirmNew')} {...password} />
      {asksForCode && <CodeField form={form} help={secondFactorText('codeNote')} />}
      <p className="auth-note">{resetText('resetNote')}</p>
      <Button type="submit" tone="go" wide busy={form.isBusy} disabled={form.isWaiting}>
        {resetText('resetSubmit')}
      </Button>
    </form>
  )
}
