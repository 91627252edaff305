import { type CurrentUser } from '@forum/shared/contract'
import { useCallback, useEffect, useState } from 'react'
import { type ApiError, useLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Bone,
  Button,
  copyToClipboard,
  Dialog,
  ErrorState,
  FormDialog,
  FormField,
  localDate,
  onDemand,
  Skeleton,
  Tag,
  toast,
  useForm,
} from '../../ui'
import { beginSecondFactor, loadSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from '../../accounts'
import { CodeField, secondFactorText } from '../../state/session'
import { profileText } from './profile.texts'

const qrPart = onDemand(() => import('./QrCode'))

type Step =
  | { is: 'password' }
  | { is: 'app'; key: string; link: string }
  | { is: 'recovery'; codes: readonly string[] }
  | { is: 'off' }

/** Turns the member's second factor on and off. Its row has the same height while it loads, so that nothing below moves. */
export function SecondFactorSettings({ user }: { user: CurrentUser }) {
  const [step, setStep] = useState<Step | null>(null)
  const mayBeOn = user.secondFactor === 'on'
  const load = useCallback(
    () => (mayBeOn ? loadSecondFactor(forum) : Promise.resolve({ ok: true as const, value: null })),
    [mayBeOn],
  )
  const loaded = useLoaded(load)
  // A passkey may count as the second factor.
  const isOn = mayBeOn && !(loaded.status === 'ready' && loaded.data === null)
  const close = () => {
    setStep(null)
  }
  if (loaded.status === 'error')
    return (
      <ErrorState title={secondFactorText('failed')} cause={loaded.error.message} onRetry={loaded.reload} />
    )
  const factor = isOn ? loaded.data : null
  return (
    <div className="settings-row">
      <div className="settings-what">
        <span className="settings-device">
          <b>{secondFactorText('title')}</b>
          <Tag tone={isOn ? 'live' : 'faint'}>{secondFactorText(isOn ? 'on' : 'off')}</Tag>
        </span>
        <div className="profile-note num">
          {factor &&
            secondFactorText('since', { time: localDate(factor.since), count: factor.recoveryCodesLeft })}
          {isOn && !factor && (
            <Skeleton>
              <Bone width="12em" />
            </Skeleton>
          )}
          {!isOn && secondFactorText(user.secondFactor === 'due' ? 'due' : 'note')}
        </div>
      </div>
      <Button
        tone={user.secondFactor === 'due' ? 'go' : undefined}
        onClick={() => {
          setStep({ is: isOn ? 'off' : 'password' })
        }}
      >
        {secondFactorText(isOn ? 'turnOff' : 'begin')}
      </Button>
      {step?.is === 'password' && (
        <PasswordStep
          hasPassword={user.hasPassword}
          onClose={close}
          onNext={(app) => {
            setStep({ is: 'app', ...app })
          }}
        />
      )}
      {step?.is === 'app' && (
        <AppStep
          app={step}
          onClose={close}
          onNext={(codes) => {
            setStep({ is: 'recovery', codes })
          }}
        />
      )}
      {step?.is === 'recovery' && <RecoveryStep codes={step.codes} onClose={close} />}
      {step?.is === 'off' && <OffStep hasPassword={user.hasPassword} onClose={close} />}
    </div>
  )
}

const required = (text: string, message: string) => (text.trim() === '' ? message : undefined)
const passwordField = { type: 'password', autoComplete: 'current-password', required: true } as const
const codeField = { autoComplete: 'one-time-code', required: true, spellCheck: false } as const
const describe = ({ status }: ApiError) => (status === 0 ? profileText('updateFailed') : undefined)

function PasswordStep({
  hasPassword,
  onClose,
  onNext,
}: {
  hasPassword: boolean
  onClose: () => void
  onNext: (app: { key: string; link: string }) => void
}) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: hasPassword ? required(password, secondFactorText('passwordRequired')) : undefined,
    }),
    send: ({ password }) => beginSecondFactor(forum, hasPassword ? { password } : {}),
    onSent: onNext,
    fieldOf: { WRONG_PASSWORD: 'password' },
    waits: true,
    describe,
  })
  return (
    <FormDialog
      form={form}
      title={secondFactorText('begin')}
      note={secondFactorText(hasPassword ? 'beginNote' : 'beginAppNote')}
      submit={secondFactorText('next')}
      onClose={onClose}
    >
      {hasPassword && (
        <FormField form={form} name="password" label={secondFactorText('password')} {...passwordField} />
      )}
    </FormDialog>
  )
}

function AppStep({
  app,
  onClose,
  onNext,
}: {
  app: { key: string; link: string }
  onClose: () => void
  onNext: (recoveryCodes: readonly string[]) => void
}) {
  const qr = qrPart.use()
  useEffect(() => {
    // Without the QR code, the member types the key.
    qrPart.load().catch(() => undefined)
  }, [])
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: required(code, secondFactorText('codeRequired')) }),
    send: ({ code }) => turnOnSecondFactor(forum, code.trim()),
    onSent: onNext,
    fieldOf: { WRONG_CODE: 'code' },
    waits: true,
    describe,
  })
  return (
    <FormDialog
      form={form}
      title={secondFactorText('addTitle')}
      note={secondFactorText('addNote')}
      submit={secondFactorText('confirm')}
      onClose={onClose}
    >
      <div className="second-factor-picture">
        {qr && <qr.QrCode text={app.link} label={secondFactorText('picture')} />}
      </div>
      <p>
        <b>{secondFactorText('key')}</b> <code className="second-factor-key">{inFours(app.key)}</code>
      </p>
      <p>
        <a href={app.link} className="link">
          {secondFactorText('openApp')}
        </a>
      </p>
      <FormField
        form={form}
        name="code"
        label={secondFactorText('firstCode')}
        {...codeField}
        autoCapitalize="none"
      />
    </FormDialog>
  )
}

/** Returns a key in groups of four, as people read it while they type. */
const inFours = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

function RecoveryStep({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title={secondFactorText('recoveryTitle')}
      note={secondFactorText('recoveryNote')}
      footer={
        <>
          <Button onClick={() => void copyToClipboard(codes.join('\n'), secondFactorText('copied'))}>
            {secondFactorText('copy')}
          </Button>
          <Button tone="go" onClick={onClose}>
            {secondFactorText('saved')}
          </Button>
        </>
      }
    >
      <ul className="recovery-codes" aria-label={secondFactorText('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function OffStep({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: hasPassword ? required(password, secondFactorText('passwordRequired')) : undefined,
      code: required(code, secondFactorText('codeRequired')),
    }),
    send: ({ password, code }) =>
      turnOffSecondFactor(forum, { ...(hasPassword ? { password } : {}), code: code.trim() }),
    onSent: () => {
      toast.success(secondFactorText('turnedOff'))
      onClose()
    },
    fieldOf: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
    waits: true,
    describe,
  })
  return (
    <FormDialog
      form={form}
      title={secondFactorText('turnOff')}
      note={secondFactorText('turnOffNote')}
      submit={secondFactorText('turnOff')}
      tone="danger"
      onClose={onClose}
    >
      {hasPassword && (
        <FormField form={form} name="password" label={secondFactorText('password')} {...passwordField} />
      )}
      <CodeField form={form} />
    </FormDialog>
  )
}
