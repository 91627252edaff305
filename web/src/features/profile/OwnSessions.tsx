import { type SessionInfo } from '@forum/shared/contract'
import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { loadedList, useList } from '../../resource'
import { useForum } from '../../store'
import { Button, ErrorState, localTime, RelativeTime, Tag, toast } from '../../ui'
import { ownSessions } from '../member-page'
import { deviceOf } from './device'
import { SettingsSkeleton } from './SettingsSkeleton'
import './texts'

/** Lists the member's sessions, with a button to end each one except this one. */
export function OwnSessions() {
  const t = useTexts()
  const shown = useList(ownSessions)
  const sessions = useForum((state) => state.sessions)
  const loaded = loadedList(
    shown,
    shown.list?.ids.flatMap((id) => sessions[id] ?? []),
  )
  if (loaded.status === 'loading') return <SettingsSkeleton />
  if (loaded.status === 'error')
    return (
      <ErrorState title={t('profile.sessionsFailed')} cause={loaded.error.message} onRetry={loaded.reload} />
    )
  return (
    <>
      <p className="profile-note">{t('profile.sessionsNote')}</p>
      <ul className="settings-list" aria-label={t('profile.sessions')}>
        {loaded.data.map((session) => (
          <OwnSession key={session.id} session={session} />
        ))}
      </ul>
    </>
  )
}

function OwnSession({ session }: { session: SessionInfo }) {
  const t = useTexts()
  const endOtherSession = useForum((state) => state.endOtherSession)
  const [busy, setBusy] = useState(false)
  const device = deviceOf(session.userAgent) ?? t('profile.unknownDevice')
  const end = async () => {
    setBusy(true)
    const result = await endOtherSession(session.id)
    setBusy(false)
    if (result.ok) toast.success(t('profile.sessionEnded'))
    else toast.error(t('profile.endFailed'), { description: result.error.message })
  }
  return (
    <li>
      <span className="settings-what">
        <span className="settings-device" title={session.userAgent}>
          <b>{device}</b>
          {session.current && <Tag tone="live">{t('profile.thisDevice')}</Tag>}
        </span>
        <span className="profile-note num">
          {t('profile.lastSeen')} <RelativeTime at={session.lastSeenAt} /> ·{' '}
          {t('profile.signedInAt', { time: localTime(session.createdAt) })}
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          busy={busy}
          aria-label={t('profile.endSessionOf', { device })}
          onClick={() => void end()}
        >
          {t('profile.endSession')}
        </Button>
      )}
    </li>
  )
}
