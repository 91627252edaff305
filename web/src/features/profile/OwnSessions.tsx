import { type SessionInfo } from '@forum/shared/contract'
import { loadedList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import { Button, ErrorState, localTime, RelativeTime, Tag, useAction } from '../../ui'
import { ownSessions, endOtherSession, membersSlice } from '../member-page'
import { deviceOf } from './device'
import { profileText } from './profile.texts'
import { SettingsSkeleton } from './SettingsSkeleton'

/** Lists the member's sessions, with a button to end each one except this one. */
export function OwnSessions() {
  const shown = useList(ownSessions)
  const sessions = useForum((read) => read(membersSlice).sessions)
  const loaded = loadedList(
    shown,
    shown.list?.ids.flatMap((id) => sessions[id] ?? []),
  )
  if (loaded.status === 'loading')
    return (
      <>
        <p className="profile-note">{profileText('sessionsNote')}</p>
        <SettingsSkeleton />
      </>
    )
  if (loaded.status === 'error')
    return (
      <ErrorState
        title={profileText('sessionsFailed')}
        cause={loaded.error.message}
        onRetry={loaded.reload}
      />
    )
  return (
    <>
      <p className="profile-note">{profileText('sessionsNote')}</p>
      <ul className="settings-list" aria-label={profileText('sessions')}>
        {loaded.data.map((session) => (
          <OwnSession key={session.id} session={session} />
        ))}
      </ul>
    </>
  )
}

function OwnSession({ session }: { session: SessionInfo }) {
  const device = deviceOf(session.userAgent) ?? profileText('unknownDevice')
  const end = useAction(
    () => endOtherSession(forum, session.id),
    profileText('sessionEnded'),
    profileText('endFailed'),
  )
  return (
    <li>
      <span className="settings-what">
        <span className="settings-device" title={session.userAgent}>
          <b>{device}</b>
          {session.current && <Tag tone="live">{profileText('thisDevice')}</Tag>}
        </span>
        <span className="profile-note num">
          {profileText('lastSeen')} <RelativeTime at={session.lastSeenAt} /> ·{' '}
          {profileText('signedInAt', { time: localTime(session.createdAt) })}
        </span>
      </span>
      {!session.current && (
        <Button
          size="small"
          busy={end.isBusy}
          aria-label={profileText('endSessionOf', { device })}
          onClick={end.run}
        >
          {profileText('endSession')}
        </Button>
      )}
    </li>
  )
}
