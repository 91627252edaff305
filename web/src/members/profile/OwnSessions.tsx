import { type SessionInfo } from '@forum/shared/contract'
import { useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { Button, localTime, RelativeTime, Tag, useAction } from '../../ui'
import { ownSessions } from '../member-page/lists'
import { endOtherSession } from '../member-page/members.actions'
import { membersSlice } from '../member-page/members.slice'
import { deviceOf } from './device'
import { profileText } from './profile.texts'
import { SettingsSkeleton } from './SettingsSkeleton'

/** Lists the member's sessions, with a button to end each one except this one. */
export function OwnSessions() {
  const { loaded } = useItems(
    ownSessions,
    useForum((read) => read(membersSlice).sessions),
  )
  return (
    <>
      <p className="profile-note">{profileText('sessionsNote')}</p>
      <WhenLoaded loaded={loaded} skeleton={<SettingsSkeleton />} failed={profileText('sessionsFailed')}>
        {(sessions) => (
          <ul className="settings-list" aria-label={profileText('sessions')}>
            {sessions.map((session) => (
              <OwnSession key={session.id} session={session} />
            ))}
          </ul>
        )}
      </WhenLoaded>
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
