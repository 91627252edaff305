import { type Api, COMPLAINT_KINDS, type ComplaintKind, email, type ResponseOf } from '@forum/shared/contract'
import { COMPLAINT_CONTACT_MAX, COMPLAINT_DAYS, COMPLAINT_TEXT_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  announce,
  Breadcrumb,
  Button,
  Check,
  FormError,
  FormField,
  PageHeading,
  useForm,
  usePageTitle,
} from '../../ui'
import { useSession } from '../../state/session'
import { ChallengeBox } from '../challenge/ChallengeBox'
import { useChallenge } from '../challenge/use-challenge'
import { readComplaintForm, sendComplaint } from './complaint.actions'
import { complaintText } from './complaint.texts'
import '../auth.css'

interface Values {
  url: string
  kind: ComplaintKind
  text: string
  contact: string
  homepage: string
  isTrue: boolean
}

const EMPTY: Values = {
  url: '',
  kind: 'copyright',
  text: '',
  contact: '',
  homepage: '',
  isTrue: false,
}

const isAddress = (typed: string): boolean => /^(https?:\/\/[^\s/?#]+|\/(?![/\\]))\S*$/i.test(typed.trim())

const check = ({ url, kind, text, contact, isTrue }: Values) => ({
  url: isAddress(url) ? undefined : complaintText('urlWrong'),
  text: isBlank(text) ? complaintText('textMissing') : undefined,
  contact: isBlank(contact) ? complaintText('contactMissing') : undefined,
  isTrue: kind === 'copyright' && !isTrue ? complaintText('isTrueMissing') : undefined,
})

/** Loads, once, what the form needs besides what is typed; null until then. */
function useAsked() {
  const [asked, setAsked] = useState<ResponseOf<Api['getComplaintForm']> | null>(null)
  useEffect(() => {
    // If it cannot be loaded, the form is shown nevertheless: sending it says what is wrong.
    readComplaintForm().then(setAsked, () => undefined)
  }, [])
  return asked
}

/** `/complaint`: a complaint about a page by somebody without an account. The address may be given (`?url=`). */
export function ComplaintScreen() {
  usePageTitle(complaintText('title'))
  const [sent, setSent] = useState<{ contact: string; isMailed: boolean } | null>(null)
  return (
    <>
      <Breadcrumb trail={[{ label: complaintText('title') }]} />
      <PageHeading title={complaintText('title')} />
      {sent ? <Sent {...sent} onAnother={() => setSent(null)} /> : <ComplaintForm onSent={setSent} />}
    </>
  )
}

function Sent({
  contact,
  isMailed,
  onAnother,
}: {
  contact: string
  isMailed: boolean
  onAnother: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form is gone, and with it the button that had the focus.
    heading.current?.focus()
    announce(complaintText('sent'))
  }, [])
  return (
    <div className="auth-form">
      <h2 ref={heading} tabIndex={-1}>
        {complaintText('sent')}
      </h2>
      <p className="auth-note">{complaintText(isMailed ? 'sentMail' : 'sentOther', { contact })}</p>
      <Button onClick={onAnother}>{complaintText('another')}</Button>
    </div>
  )
}

function ComplaintForm({ onSent }: { onSent: (sent: { contact: string; isMailed: boolean }) => void }) {
  const [search] = useSearchParams()
  const isMember = useSession().user !== null
  const asked = useAsked()
  const [values, setValues] = useState<Values>(() => ({ ...EMPTY, url: search.get('url') ?? '' }))
  const { kind, text, contact, isTrue } = values
  // Assumes that a challenge is needed until the site has said.
  const challenge = useChallenge(
    asked?.challenge !== null,
    text !== '' && contact !== '',
    async () => (await readComplaintForm()).challenge,
  )
  const form = useForm<Values>({
    initial: EMPTY,
    kept: {
      value: values,
      set: (partial) => {
        setValues((before) => ({ ...before, ...partial }))
      },
    },
    check,
    checksFields: true,
    send: ({ homepage, isTrue, ...values }) =>
      challenge.sendSolved((solution) =>
        sendComplaint({
          ...values,
          ...solution,
          ...(isTrue ? { isTrue } : {}),
          ...(homepage === '' ? {} : { homepage }),
        }),
      ),
    onSent: () => {
      onSent({ contact, isMailed: asked?.mail === true && email.safeParse(contact).success })
    },
    waits: true,
  })
  return (
    <form {...form.props} className="auth-form">
      <p className="auth-note">
        {complaintText('lead', { days: COMPLAINT_DAYS })} {isMember && complaintText('member')}
      </p>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="url"
        label={complaintText('url')}
        help={complaintText('urlHelp')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormField form={form} name="kind" label={complaintText('kind')}>
        {COMPLAINT_KINDS.map((one) => (
          <option key={one} value={one}>
            {complaintText(`of.${one}`)}
          </option>
        ))}
      </FormField>
      <FormField
        form={form}
        name="text"
        label={complaintText('text')}
        help={complaintText(`textHelp.${kind}`)}
        required
        rows={6}
        count={{ count: countCharacters(text), max: COMPLAINT_TEXT_MAX }}
      />
      <FormField
        form={form}
        name="contact"
        label={complaintText('contact')}
        help={complaintText(asked?.mail === true ? 'contactMail' : 'contactOther')}
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...(countCharacters(contact) > COMPLAINT_CONTACT_MAX / 2
          ? { count: { count: countCharacters(contact), max: COMPLAINT_CONTACT_MAX } }
          : {})}
      />
      {kind === 'copyright' && (
        <div className={form.errors.isTrue ? 'field field-wrong' : 'field'}>
          <Check
            label={complaintText('isTrue')}
            checked={isTrue}
            onChange={(given) => {
              form.set({ isTrue: given })
            }}
          />
          <div className="field-error" aria-live="polite">
            {form.errors.isTrue}
          </div>
        </div>
      )}
      <input
        {...form.control('homepage')}
        className="visually-hidden"
        autoComplete="off"
        tabIndex={-1}
        aria-hidden
      />
      {asked !== null && asked.challenge !== null && <ChallengeBox challenge={challenge} />}

      <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
        {complaintText('send')}
      </Button>
    </form>
  )
}
