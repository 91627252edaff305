import { NOTICE_SETTING_TEXTS } from '@forum/shared/bilingual'
import {
  NOTIFICATION_SETTINGS,
  type NotificationChannel,
  type NotificationSettings as Settings,
} from '@forum/shared/contract'
import { commonText, language } from '../lib/i18n'
import { useLoaded } from '../resource'
import { forum, useForum } from '../store'
import { Check, ErrorState, Field, SectionHeading, SkeletonLines, toast } from '../ui'

import { PushPanel } from './push/PushPanel'
import { notificationsText } from './notifications.texts'
import { loadNotificationSettings, saveNotificationSettings } from './notifications.actions'
import { notificationsSlice } from './notifications.slice'

const CHANNELS = ['off', 'site', 'push'] as const satisfies readonly NotificationChannel[]

const load = () => loadNotificationSettings(forum)

/** Which events notify the member, and how; a choice is saved as it is made. */
export function NotificationSettings() {
  const settings = useForum((read) => read(notificationsSlice).settings)
  const { error, reload } = useLoaded(load)
  if (error && !settings)
    return <ErrorState title={commonText('loadFailed')} cause={error.message} onRetry={reload} />
  if (!settings) return <SkeletonLines count={6} className="notification-settings" />
  const save = async (changes: Partial<Settings>) => {
    const result = await saveNotificationSettings(forum, changes)
    if (result.ok) toast.success(notificationsText('saved'))
    else toast.error(notificationsText('saveFailed'), { description: result.error.message })
  }
  return (
    <div className="notification-settings">
      <section aria-labelledby="notification-kinds">
        <SectionHeading id="notification-kinds">{notificationsText('whatToTell')}</SectionHeading>
        <div className="notification-choices">
          {NOTIFICATION_SETTINGS.map((kind) => (
            <Field key={kind} label={NOTICE_SETTING_TEXTS[kind][language]}>
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={settings[kind]}
                  onChange={(event) => {
                    const channel = CHANNELS.find((one) => one === event.target.value)
                    if (channel) void save({ [kind]: channel })
                  }}
                >
                  {CHANNELS.map((channel) => (
                    <option key={channel} value={channel}>
                      {notificationsText(
                        kind === 'message' ? `messageChannels.${channel}` : `channels.${channel}`,
                      )}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
      </section>
      <section aria-labelledby="notification-push">
        <SectionHeading id="notification-push">{notificationsText('push')}</SectionHeading>
        <PushPanel />
        <Check
          label={notificationsText('hideContent')}
          help={notificationsText('hideContentHelp')}
          checked={settings.hideContent}
          onChange={(hideContent) => void save({ hideContent })}
        />
      </section>
    </div>
  )
}
