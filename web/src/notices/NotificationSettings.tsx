import { NOTICE_SETTING_TEXTS } from '@forum/shared/bilingual'
import {
  type CurrentUser,
  type NotificationChannel,
  type NotificationSettings as Settings,
} from '@forum/shared/contract'
import { NOTIFICATION_SETTINGS } from '@forum/shared/notification-kinds'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText, language } from '../lib/i18n'
import { useLoaded } from '../resource'
import { useSession } from '../state/session'
import { forum, useForum } from '../store'
import { Check, ErrorState, SectionHeading, SkeletonLines, toast } from '../ui'
import { ChoiceRow } from './ChoiceRow'
import { mailsText } from './mails.texts'
import { PushPanel } from './push/PushPanel'
import { QuietSettings } from './QuietSettings'
import { notificationsText } from './notifications.texts'
import { loadNotificationSettings, saveNotificationSettings } from './notifications.actions'
import { notificationsSlice } from './notifications.slice'

const CHANNELS = ['off', 'site', 'push', 'mail'] as const satisfies readonly NotificationChannel[]
const DIGESTS = ['off', 'daily', 'weekly'] as const satisfies readonly Settings['digest'][]

const load = () => loadNotificationSettings(forum)

/** Returns the reason why no mail can be sent to a member; null if it can. */
function mailProblemOf({ canVerifyEmail, emailVerified, emailBounces }: CurrentUser) {
  if (!canVerifyEmail) return 'noMail'
  if (emailBounces) return 'bounces'
  return emailVerified ? null : 'unverified'
}

/** The events that notify the member, and the channels of each; a choice is saved at once. */
export function NotificationSettings() {
  const settings = useForum((read) => read(notificationsSlice).settings)
  const { user } = useSession()
  const { error, reload } = useLoaded(load)
  const [savedName, setSavedName] = useState<keyof Settings | null>(null)
  if (error && !settings)
    return <ErrorState title={commonText('loadFailed')} cause={error.message} onRetry={reload} />
  if (!settings || user === null) return <SkeletonLines count={6} className="notification-settings" />
  const problem = mailProblemOf(user)
  const save = async (name: keyof Settings, changes: Partial<Settings>) => {
    setSavedName(null)
    const result = await saveNotificationSettings(forum, changes)
    if (result.ok) setSavedName(name)
    else toast.error(notificationsText('saveFailed'), { description: result.error.message })
  }
  const savedAt = (name: keyof Settings) => (name === savedName ? mailsText('isSaved') : '')
  return (
    <div className="notification-settings">
      <section aria-labelledby="notification-kinds">
        <SectionHeading id="notification-kinds">{notificationsText('whatToTell')}</SectionHeading>
        <p className="faint small">
          {mailsText('includes')} {problem === null && mailsText('waits')}
        </p>
        {problem !== null && (
          <p className="small">
            {mailsText(problem)}{' '}
            {problem !== 'noMail' && (
              <Link to="/profile?tab=account" className="link">
                {mailsText('toEmail')}
              </Link>
            )}
          </p>
        )}
        {NOTIFICATION_SETTINGS.map((kind) => (
          <ChoiceRow<NotificationChannel>
            key={kind}
            label={NOTICE_SETTING_TEXTS[kind][language]}
            value={settings[kind]}
            saved={savedAt(kind)}
            options={CHANNELS.map((channel) => ({
              value: channel,
              label: mailsText(`channels.${channel}`),
              isDisabled: channel === 'mail' && problem !== null,
            }))}
            onChange={(channel) => void save(kind, { [kind]: channel })}
          />
        ))}
      </section>
      <section aria-labelledby="notification-mails">
        <SectionHeading id="notification-mails">{mailsText('byMail')}</SectionHeading>
        <ChoiceRow<Settings['digest']>
          label={mailsText('digest')}
          help={mailsText(`digestHelp.${settings.digest}`)}
          value={settings.digest}
          saved={savedAt('digest')}
          options={DIGESTS.map((digest) => ({
            value: digest,
            label: mailsText(`digests.${digest}`),
            isDisabled: digest !== 'off' && problem !== null,
          }))}
          onChange={(digest) => {
            const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
            void save('digest', { digest, timeZone })
          }}
        />
        <QuietSettings
          settings={settings}
          saved={savedAt('quiet')}
          onSave={(changes) => void save('quiet', changes)}
        />
      </section>
      <section aria-labelledby="notification-push">
        <SectionHeading id="notification-push">{notificationsText('push')}</SectionHeading>
        <PushPanel />
        <Check
          label={notificationsText('hideContent')}
          help={notificationsText('hideContentHelp')}
          checked={settings.hideContent}
          onChange={(hideContent) => void save('hideContent', { hideContent })}
        />
      </section>
    </div>
  )
}
