import { type GivenSettings, type ShieldPart, type ShieldSettings } from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  Check,
  FormError,
  FormField,
  PageHeading,
  SkeletonLines,
  toast,
  useForm,
  usePageTitle,
} from '../../ui'
import { loadShield, saveShield } from './shield.actions'
import { shieldText } from './shield.texts'

interface Values {
  challenge: boolean
  honeypot: boolean
  throwaway: boolean
  question: string
  answers: string
  blockedDomains: string
}
type Refusals = Record<ShieldPart, number>

/** `/admin/shield`: the checks for newcomers, and the number of registrations that failed them. */
export function ShieldScreen() {
  const load = useCallback(() => loadShield(forum), [])
  const loaded = useLoaded(load)
  const [saved, setSaved] = useState<ShieldSettings | null>(null)
  usePageTitle(shieldText('title'))
  return (
    <>
      <PageHeading title={shieldText('title')} />
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={6} />} failed={shieldText('failed')}>
        {({ shield, refusals }) => (
          <ShieldForm
            key={JSON.stringify(saved ?? shield)}
            shield={saved ?? shield}
            refusals={refusals}
            onSaved={setSaved}
          />
        )}
      </WhenLoaded>
    </>
  )
}

function ShieldForm({
  shield,
  refusals,
  onSaved,
}: {
  shield: ShieldSettings
  refusals: Refusals
  onSaved: (saved: ShieldSettings) => void
}) {
  const form = useForm<Values, ShieldSettings>({
    initial: valuesOf(shield),
    check: ({ question, answers }) => ({
      answers:
        question.trim() !== '' && linesOf(answers).length === 0 ? shieldText('answersRequired') : undefined,
    }),
    send: (values) => saveShield(forum, changesOf(shield, values)),
    onSent: (now) => {
      toast.success(shieldText('saved'))
      form.reset()
      onSaved(now)
    },
    fieldOf: null,
  })
  const isChanged = Object.keys(changesOf(shield, form.values)).length > 0
  return (
    <form {...form.props} className="admin-settings">
      <p className="faint">{shieldText('intro')}</p>
      <FormError>{form.problem}</FormError>
      {(['challenge', 'honeypot', 'throwaway'] as const).map((part) => (
        <Check
          key={part}
          label={
            <>
              {shieldText(part)} <Refused count={refusals[part]} />
            </>
          }
          help={shieldText(`${part}Help`)}
          checked={form.values[part]}
          onChange={(isOn) => {
            form.set({ [part]: isOn })
          }}
        />
      ))}
      <FormField
        form={form}
        name="question"
        label={shieldText('question')}
        optional
        help={
          <>
            {shieldText('questionHelp')} <Refused count={refusals.question} />
          </>
        }
        autoComplete="off"
      />
      {form.values.question.trim() !== '' && (
        <FormField
          form={form}
          name="answers"
          label={shieldText('answers')}
          help={shieldText('answersHelp')}
          rows={3}
        />
      )}
      <FormField
        form={form}
        name="blockedDomains"
        label={shieldText('blockedDomains')}
        optional
        help={
          <>
            {shieldText('blockedDomainsHelp')} <Refused count={refusals.blockedDomains} />
          </>
        }
        rows={5}
        spellCheck={false}
        autoCapitalize="none"
      />
      <p className="admin-save">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={!isChanged}>
          {shieldText('save')}
        </Button>
      </p>
    </form>
  )
}

function Refused({ count }: { count: number }) {
  return <span className="faint small num">{shieldText('refused', { count })}</span>
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const valuesOf = ({ challenge, honeypot, throwaway, question, blockedDomains }: ShieldSettings): Values => ({
  challenge,
  honeypot,
  throwaway,
  question: question?.text ?? '',
  answers: question?.answers.join('\n') ?? '',
  blockedDomains: blockedDomains.join('\n'),
})

/** Returns the changes to the current settings, so that other admins' changes stay. */
function changesOf(shield: ShieldSettings, values: Values): NonNullable<GivenSettings['shield']> {
  const text = values.question.trim()
  const question = text === '' ? null : { text, answers: linesOf(values.answers) }
  const given = {
    challenge: values.challenge,
    honeypot: values.honeypot,
    throwaway: values.throwaway,
    question,
    blockedDomains: linesOf(values.blockedDomains),
  }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(shield[part as ShieldPart]),
    ),
  )
}
