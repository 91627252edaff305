import { type GivenSettings, type SettableLimit, type SiteSettings } from '@forum/shared/contract'
import { RATE_POINTS_MAX } from '@forum/shared/limits'
import { useCallback, useId, useState } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  Check,
  FormError,
  FormField,
  PageHeading,
  SectionHeading,
  SkeletonLines,
  toast,
  useForm,
  usePageTitle,
} from '../../ui'
import { loadSettings, saveSettings } from './admin.actions'
import { Invitations } from './Invitations'
import { NewcomerSettings } from './NewcomerSettings'
import { UploadSettings } from './UploadSettings'
import { adminText } from './admin.texts'

/** The limits that admins change now and then; the others are set by the operator (docs/operating.md). */
const LIMITS = [
  'post',
  'thread',
  'message',
  'search',
  'like',
  'report',
  'upload',
  'register',
] as const satisfies readonly SettableLimit[]
type ShownLimit = (typeof LIMITS)[number]
type Values = Record<ShownLimit, string> & {
  registration: SiteSettings['registration']
  staffSecondFactor: boolean
  requireVerifiedEmail: boolean
  readOnly: boolean
}

/** `/admin/settings`: registration, the second factor of staff, verified addresses, read-only mode, and limits. */
export function SettingsScreen() {
  const load = useCallback(() => loadSettings(forum), [])
  const loaded = useLoaded(load)
  usePageTitle(adminText('tabs.settings'))
  return (
    <>
      <PageHeading title={adminText('tabs.settings')} />
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={6} />} failed={adminText('settingsFailed')}>
        {(settings) => <Sections loaded={settings} />}
      </WhenLoaded>
    </>
  )
}

/** The forms of the settings. Each is reset when its own settings change. */
function Sections({ loaded }: { loaded: SiteSettings }) {
  const [settings, setSettings] = useState(loaded)
  return (
    <>
      <SettingsForm key={JSON.stringify(valuesOf(settings))} settings={settings} onSaved={setSettings} />
      <NewcomerSettings
        key={JSON.stringify([settings.approval, settings.newcomers])}
        settings={settings}
        onSaved={setSettings}
      />
      <UploadSettings
        key={JSON.stringify([settings.uploads, settings.externalSources])}
        settings={settings}
        onSaved={setSettings}
      />
      {settings.registration === 'invited' && <Invitations />}
    </>
  )
}

function SettingsForm({
  settings,
  onSaved,
}: {
  settings: SiteSettings
  onSaved: (saved: SiteSettings) => void
}) {
  const id = useId()
  const form = useForm<Values, SiteSettings>({
    initial: valuesOf(settings),
    check: (values) =>
      Object.fromEntries(
        LIMITS.filter((name) => !isInRange(values[name])).map((name) => [
          name,
          adminText('limitRange', { max: RATE_POINTS_MAX }),
        ]),
      ),
    send: (values) => saveSettings(forum, changesOf(settings, values)),
    onSent: (saved) => {
      toast.success(adminText('saved'))
      form.reset()
      onSaved(saved)
    },
    fieldOf: null,
  })
  const isChanged = Object.keys(changesOf(settings, form.values)).length > 0
  return (
    <form {...form.props} className="admin-settings">
      <FormError>{form.problem}</FormError>
      <FormField form={form} name="registration" label={adminText('registration')}>
        {(['open', 'invited', 'closed'] as const).map((one) => (
          <option key={one} value={one}>
            {adminText(`registrations.${one}`)}
          </option>
        ))}
      </FormField>
      <Check
        label={adminText('secondFactor')}
        help={adminText('secondFactorHelp')}
        checked={form.values.staffSecondFactor}
        onChange={(staffSecondFactor) => {
          form.set({ staffSecondFactor })
        }}
      />
      <Check
        label={adminText('verifiedEmail')}
        help={adminText(settings.sendsMail ? 'verifiedEmailHelp' : 'verifiedEmailNoMail')}
        checked={form.values.requireVerifiedEmail}
        busy={!settings.sendsMail && !form.values.requireVerifiedEmail}
        onChange={(requireVerifiedEmail) => {
          form.set({ requireVerifiedEmail })
        }}
      />
      <Check
        label={adminText('readOnly')}
        help={adminText('readOnlyHelp')}
        checked={form.values.readOnly}
        onChange={(readOnly) => {
          form.set({ readOnly })
        }}
      />
      <section aria-labelledby="admin-limits">
        <SectionHeading id="admin-limits">{adminText('limits')}</SectionHeading>
        <p className="faint small">{adminText('limitsNote')}</p>
        {LIMITS.map((name) => (
          <div key={name} className="admin-limit">
            <label htmlFor={`${id}-${name}`}>{adminText(`limit.${name}`)}</label>
            <span className="admin-limit-value">
              <input
                {...form.control(name)}
                id={`${id}-${name}`}
                className="input"
                inputMode="numeric"
                aria-describedby={`${id}-${name}-per`}
                aria-invalid={form.errors[name] ? true : undefined}
              />
              <span id={`${id}-${name}-per`} className="small faint">
                {perOf(settings.limits[name].seconds)}
              </span>
              <span className="field-error" aria-live="polite">
                {form.errors[name]}
              </span>
            </span>
          </div>
        ))}
      </section>
      <p className="admin-save">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={!isChanged}>
          {adminText('save')}
        </Button>
      </p>
    </form>
  )
}

function valuesOf({
  registration,
  staffSecondFactor,
  requireVerifiedEmail,
  readOnly,
  limits,
}: SiteSettings): Values {
  const points = LIMITS.map((name) => [name, String(limits[name].points)] as const)
  const ofLimits = Object.fromEntries(points) as Record<ShownLimit, string>
  return { registration, staffSecondFactor, requireVerifiedEmail, readOnly, ...ofLimits }
}

const isInRange = (typed: string): boolean => {
  const points = Number(typed)
  return Number.isInteger(points) && points >= 1 && points <= RATE_POINTS_MAX
}

/** Returns the changes to the current settings, so that other admins' changes stay. */
function changesOf(settings: SiteSettings, values: Values): GivenSettings {
  const { registration, staffSecondFactor, requireVerifiedEmail, readOnly } = values
  const limits = LIMITS.filter((name) => Number(values[name]) !== settings.limits[name].points).map(
    (name) => [name, { points: Number(values[name]), seconds: settings.limits[name].seconds }] as const,
  )
  return {
    ...(registration === settings.registration ? {} : { registration }),
    ...(staffSecondFactor === settings.staffSecondFactor ? {} : { staffSecondFactor }),
    ...(requireVerifiedEmail === settings.requireVerifiedEmail ? {} : { requireVerifiedEmail }),
    ...(readOnly === settings.readOnly ? {} : { readOnly }),
    ...(limits.length === 0 ? {} : { limits: Object.fromEntries(limits) }),
  }
}

function perOf(seconds: number): string {
  if (seconds === 60) return adminText('per.minute')
  if (seconds === 3_600) return adminText('per.hour')
  return adminText('per.minutes', { count: Math.round(seconds / 60) })
}
