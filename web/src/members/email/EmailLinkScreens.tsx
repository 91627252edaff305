import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type Result } from '../../lib/result'
import { useSession } from '../../state/session'
import { type Forum, forum } from '../../store'
import {
  Breadcrumb,
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  PageHeading,
  toast,
  usePageTitle,
} from '../../ui'
import { Check, Mail } from '../../ui/icons'
import { undoEmail, verifyEmail } from './email.actions'
import { emailText } from './email.texts'

/** The texts and the call of each kind of mailed link. */
const LINKS = {
  verify: {
    title: () => emailText('verifyTitle'),
    text: () => emailText('verifyText'),
    act: () => emailText('verify'),
    send: verifyEmail,
    done: () => emailText('verified'),
    doneText: () => emailText('verifiedText'),
    badText: () => emailText('badLinkText'),
  },
  undo: {
    title: () => emailText('undoTitle'),
    text: () => emailText('undoText'),
    act: () => emailText('undo'),
    send: undoEmail,
    done: () => emailText('undone'),
    doneText: () => emailText('undoneText'),
    badText: () => emailText('undoBadText'),
  },
} satisfies Record<
  string,
  { send: (forum: Forum, token: string) => Promise<Result<void>> } & Record<string, unknown>
>

/** `/verify-email`: confirms an address, opened from a mailed link. */
export const VerifyEmailScreen = () => <LinkScreen kind="verify" />

/** `/undo-email`: undoes the change of an address, opened from a mailed link. */
export const UndoEmailScreen = () => <LinkScreen kind="undo" />

type State = 'asks' | 'busy' | 'done' | 'bad' | 'other' | 'taken'

/** A mailed link acts only once its button is pressed: programs that scan mail open links, too. */
function LinkScreen({ kind }: { kind: keyof typeof LINKS }) {
  const { title, text, act, send, done, doneText, badText } = LINKS[kind]
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<State>(token === '' ? 'bad' : 'asks')
  usePageTitle(title())
  const run = async () => {
    setState('busy')
    const result = await send(forum, token)
    if (result.ok) {
      setState('done')
      return
    }
    const refused = refusalOf(result.error)
    setState(refused ?? 'asks')
    if (refused === null) toast.error(emailText('failed'), { description: result.error.message })
  }
  return (
    <>
      <Breadcrumb trail={[{ label: title() }]} />
      <PageHeading title={title()} className="ruled-heading" />
      {(state === 'asks' || state === 'busy') && (
        <EmptyState icon={<Mail aria-hidden />} title={text()}>
          <Button tone="go" busy={state === 'busy'} onClick={() => void run()}>
            {act()}
          </Button>
        </EmptyState>
      )}
      {state === 'done' && (
        <div role="status">
          <EmptyState icon={<Check aria-hidden />} title={done()} text={doneText()}>
            <Next kind={kind} />
          </EmptyState>
        </div>
      )}
      {state === 'bad' && (
        <ErrorState title={emailText('badLink')} cause={badText()}>
          <Next kind={kind} />
        </ErrorState>
      )}
      {state === 'other' && (
        <ErrorState title={emailText('otherAccount')} cause={emailText('otherAccountText')} />
      )}
      {state === 'taken' && <ErrorState title={emailText('taken')} />}
    </>
  )
}

type Refusal = Extract<Result<void>, { ok: false }>['error']

function refusalOf({ code, fields }: Refusal): State | null {
  if (code === 'EMAIL_TAKEN') return 'taken'
  const refused = fields.find(({ field }) => field === 'token')
  if (!refused) return null
  return refused.code === 'other_account' ? 'other' : 'bad'
}

/** Links to where a member goes on after a link. */
function Next({ kind }: { kind: keyof typeof LINKS }) {
  const { user } = useSession()
  if (kind === 'undo')
    return (
      <ButtonLink to="/forgot-password" tone="go">
        {emailText('toReset')}
      </ButtonLink>
    )
  return user === null ? (
    <ButtonLink to="/">{emailText('toHome')}</ButtonLink>
  ) : (
    <ButtonLink to="/profile?tab=account">{emailText('toSettings')}</ButtonLink>
  )
}
