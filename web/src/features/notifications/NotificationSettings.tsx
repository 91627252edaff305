import { NOTIFICATION_SETTINGS } from '@forum/shared/contract'
import { type NotificationChannel, type NotificationSettings as Settings } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { forum, useForum } from '../../store'
import { Bone, ErrorState, Field, rows, SectionHeading, Skeleton, toast } from '../../ui'

const CHANNELS = ['off', 'site', 'push'] as const satisfies readonly NotificationChannel[]
import { PushPanel } from '../push'
import { notificationsText } from './notifications.texts'
import { loadNotificationSettings, saveNotificationSettings } from './notifications.actions'
import { notificationsSlice } from './notifications.slice'

/** Which events notify the member, and how; a choice is saved as it is made. */
export function NotificationSettings() {
  const settings = useForum((read) => read(notificationsSlice).settings)
  const [tries, setTries] = useState(1)
  const [error, setError] = useState<ApiError | null>(null)
  useEffect(() => {
    const load = async () => {
      const result = await loadNotificationSettings(forum)
      setError(result.ok ? null : result.error)
    }
    void load()
  }, [tries])
  if (error && !settings)
    return (
      <ErrorState
        title={commonText('loadFailed')}
        cause={error.message}
        onRetry={() => {
          setTries(tries + 1)
        }}
      />
    )
  if (!settings)
    return (
      <Skeleton>
        <div className="notification-settings">
          {rows(6, (index) => (
            <Bone key={index} width="100%" height="58px" />
          ))}
        </div>
      </Skeleton>
    )
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
            <Field key={kind} label={notificationsText(`about.${kind}`)}>
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
        <label className="notification-check">
          <input
            type="checkbox"
            checked={settings.hideContent}
            onChange={(event) => void save({ hideContent: event.target.checked })}
          />
          <span>
            {notificationsText('hideContent')}
            <span className="faint small">{notificationsText('hideContentHelp')}</span>
          </span>
        </label>
      </section>
    </div>
  )
}
