import { type GivenSettings, type SiteSettings } from '@forum/shared/contract'
import {
  FIRST_POSTS_MAX,
  NEWCOMER_BOUND_MAX,
  NEWCOMER_DAYS_MAX,
  NEWCOMER_POSTS_MAX,
} from '@forum/shared/limits'
import { isBlank } from '@forum/shared/text'
import { useId } from 'react'
import { forum } from '../../store'
import { Button, Check, FormError, FormField, SectionHeading, toast, useForm } from '../../ui'
import { saveSettings } from './admin.actions'
import { adminText } from './admin.texts'
import { newcomerSettingsText } from './newcomer-settings.texts'

/** The numbers of the form, with the maximum of each. */
const NUMBERS = {
  days: NEWCOMER_DAYS_MAX,
  posts: NEWCOMER_POSTS_MAX,
  firstPosts: FIRST_POSTS_MAX,
  links: NEWCOMER_BOUND_MAX,
  mentions: NEWCOMER_BOUND_MAX,
  messagesPerDay: NEWCOMER_BOUND_MAX,
} as const
type NumberName = keyof typeof NUMBERS
const NAMES = Object.keys(NUMBERS) as NumberName[]

type Values = Record<NumberName, string> & {
  holdsLinks: boolean
  holdsPictures: boolean
  url: string
  mode: 'before' | 'after'
  onSilence: 'hold' | 'pass'
}

type Rules = Pick<SiteSettings, 'approval' | 'newcomers'>

/** The definition of a newcomer, the content of newcomers that waits for approval, and the outside review. */
export function NewcomerSettings({
  settings,
  onSaved,
}: {
  settings: Rules
  onSaved: (saved: SiteSettings) => void
}) {
  const id = useId()
  const form = useForm<Values, SiteSettings>({
    initial: valuesOf(settings),
    check: (values) => ({
      ...Object.fromEntries(
        NAMES.filter((name) => !isInRange(values[name], NUMBERS[name])).map((name) => [
          name,
          newcomerSettingsText('range', { max: NUMBERS[name] }),
        ]),
      ),
      url:
        isBlank(values.url) || /^https?:\/\/\S+$/.test(values.url.trim())
          ? undefined
          : newcomerSettingsText('urlWrong'),
    }),
    send: (values) => saveSettings(forum, givenOf(values)),
    onSent: (saved) => {
      toast.success(adminText('saved'))
      form.reset()
      onSaved(saved)
    },
    fieldOf: null,
  })
  const { hook } = settings.approval
  const number = (name: NumberName) => (
    <div key={name} className="admin-limit">
      <label htmlFor={`${id}-${name}`}>{newcomerSettingsText(`number.${name}`)}</label>
      <span className="admin-limit-value">
        <input
          {...form.control(name)}
          id={`${id}-${name}`}
          className="input"
          inputMode="numeric"
          aria-invalid={form.errors[name] ? true : undefined}
        />
        <span className="field-error" aria-live="polite">
          {form.errors[name]}
        </span>
      </span>
    </div>
  )
  return (
    <form {...form.props} className="admin-settings">
      <FormError>{form.problem}</FormError>
      <SectionHeading id="admin-newcomers">{newcomerSettingsText('newcomers')}</SectionHeading>
      <p className="faint small">{newcomerSettingsText('newcomersNote')}</p>
      {(['days', 'posts', 'links', 'mentions', 'messagesPerDay'] as const).map(number)}
      <SectionHeading id="admin-approval">{newcomerSettingsText('approval')}</SectionHeading>
      <p className="faint small">{newcomerSettingsText('approvalNote')}</p>
      <Check
        label={newcomerSettingsText('holdsLinks')}
        help={newcomerSettingsText('holdsLinksHelp')}
        checked={form.values.holdsLinks}
        onChange={(holdsLinks) => {
          form.set({ holdsLinks })
        }}
      />
      <Check
        label={newcomerSettingsText('holdsPictures')}
        checked={form.values.holdsPictures}
        onChange={(holdsPictures) => {
          form.set({ holdsPictures })
        }}
      />
      {number('firstPosts')}
      <SectionHeading id="admin-hook">{newcomerSettingsText('hook')}</SectionHeading>
      <p className="faint small">{newcomerSettingsText('hookNote')}</p>
      <FormField form={form} name="url" label={newcomerSettingsText('url')} optional spellCheck={false} />
      {!isBlank(form.values.url) && (
        <>
          <FormField form={form} name="mode" label={newcomerSettingsText('mode')}>
            {(['before', 'after'] as const).map((one) => (
              <option key={one} value={one}>
                {newcomerSettingsText(`modes.${one}`)}
              </option>
            ))}
          </FormField>
          <FormField form={form} name="onSilence" label={newcomerSettingsText('onSilence')}>
            {(['hold', 'pass'] as const).map((one) => (
              <option key={one} value={one}>
                {newcomerSettingsText(`silences.${one}`)}
              </option>
            ))}
          </FormField>
        </>
      )}
      {hook && (
        <p className="small">
          {newcomerSettingsText('secret')} <code className="admin-secret">{hook.secret}</code>
        </p>
      )}
      <p className="admin-save">
        <Button type="submit" tone="go" busy={form.isBusy}>
          {newcomerSettingsText('save')}
        </Button>
      </p>
    </form>
  )
}

const valuesOf = ({ approval, newcomers }: Rules): Values => ({
  days: String(newcomers.days),
  posts: String(newcomers.posts),
  links: String(newcomers.links),
  mentions: String(newcomers.mentions),
  messagesPerDay: String(newcomers.messagesPerDay),
  firstPosts: String(approval.firstPosts),
  holdsLinks: approval.links,
  holdsPictures: approval.pictures,
  url: approval.hook?.url ?? '',
  mode: approval.hook?.mode ?? 'before',
  onSilence: approval.hook?.onSilence ?? 'hold',
})

const givenOf = (values: Values): GivenSettings => {
  const { holdsLinks: links, holdsPictures: pictures, mode, onSilence } = values
  const url = values.url.trim()
  return {
    approval: {
      firstPosts: Number(values.firstPosts),
      links,
      pictures,
      hook: url === '' ? null : { url, mode, onSilence },
    },
    newcomers: {
      days: Number(values.days),
      posts: Number(values.posts),
      links: Number(values.links),
      mentions: Number(values.mentions),
      messagesPerDay: Number(values.messagesPerDay),
    },
  }
}

const isInRange = (typed: string, max: number): boolean => /^\d+$/.test(typed.trim()) && Number(typed) <= max
