import { type CurrentUser, type UserSummary } from '@forum/shared/contract'
import { loadedList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import { Avatar, Bone, Button, ErrorState, SectionHeading, Skeleton, toast, useAction } from '../../ui'
import { Download } from '../../ui/icons'
import { blockedMembers, membersSlice, setBlocked } from '../member-page'
import { exportAccount, updateProfile } from '../auth'
import { DeleteAccount } from './DeleteAccount'
import { OwnSessions } from './OwnSessions'
import { PasswordForm } from './PasswordForm'
import { profileText } from './profile.texts'

/** The settings of the password, sessions, privacy and blocked members, and the deletion of the account. */
export function AccountSettings({ user }: { user: CurrentUser }) {
  return (
    <div className="settings">
      <section aria-labelledby="settings-password">
        <SectionHeading id="settings-password">{profileText('changePassword')}</SectionHeading>
        <PasswordForm user={user} />
      </section>
      <section aria-labelledby="settings-sessions">
        <SectionHeading id="settings-sessions">{profileText('sessions')}</SectionHeading>
        <OwnSessions />
      </section>
      <section aria-labelledby="settings-privacy">
        <SectionHeading id="settings-privacy">{profileText('privacy')}</SectionHeading>
        <ShowOnline user={user} />
        <h3 className="settings-subheading">{profileText('blocked')}</h3>
        <Blocked />
      </section>
      <section aria-labelledby="settings-data">
        <SectionHeading id="settings-data">{profileText('data')}</SectionHeading>
        <Export />
        <DeleteAccount />
      </section>
    </div>
  )
}

function ShowOnline({ user }: { user: CurrentUser }) {
  const save = useAction(
    (showOnline: boolean) => updateProfile(forum, { showOnline }),
    profileText('saved'),
    profileText('updateFailed'),
  )
  return (
    <label className="settings-switch">
      <input
        type="checkbox"
        checked={user.showOnline}
        aria-disabled={save.isBusy || undefined}
        aria-describedby="show-online-help"
        onChange={(event) => {
          save.run(event.target.checked)
        }}
      />
      <span>
        {profileText('showOnline')}
        <span id="show-online-help" className="profile-note">
          {profileText('showOnlineHelp')}
        </span>
      </span>
    </label>
  )
}

function Blocked() {
  const shown = useList(blockedMembers)
  const members = useForum((read) => read(membersSlice).blockedMembers)
  const loaded = loadedList(
    shown,
    shown.list?.ids.flatMap((id) => members[id] ?? []),
  )
  const unblock = async (member: UserSummary) => {
    const result = await setBlocked(forum, member, false)
    if (!result.ok) toast.error(profileText('updateFailed'), { description: result.error.message })
  }
  if (loaded.status === 'loading')
    return (
      <Skeleton>
        <Bone width="12em" />
      </Skeleton>
    )
  if (loaded.status === 'error')
    return (
      <ErrorState title={profileText('blockedFailed')} cause={loaded.error.message} onRetry={loaded.reload} />
    )
  return (
    <>
      <p className="profile-note">{profileText('blockedNote')}</p>
      {loaded.data.length === 0 ? (
        <p className="settings-none">{profileText('blockedNone')}</p>
      ) : (
        <ul className="settings-list" aria-label={profileText('blocked')}>
          {loaded.data.map((member) => (
            <li key={member.id}>
              <Avatar user={member} />
              <span className="settings-what">
                <b>{member.displayName}</b>
                <span className="faint small">@{member.username}</span>
              </span>
              <Button
                size="small"
                aria-label={profileText('unblockOf', { name: member.displayName })}
                onClick={() => void unblock(member)}
              >
                {profileText('unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Saves a file with the browser's own download. */
function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  })
}

function Export() {
  const { isBusy, run } = useAction(
    () => exportAccount(forum),
    (file) => {
      download(file, 'account.zip')
      toast.success(profileText('exportDone'))
    },
    profileText('exportFailed'),
  )
  return (
    <div className="settings-row">
      <span className="settings-what">
        <b>{profileText('exportTitle')}</b>
        <span className="profile-note">{profileText('exportText')}</span>
      </span>
      <Button icon={<Download aria-hidden />} busy={isBusy} onClick={run}>
        {isBusy ? profileText('exporting') : profileText('export')}
      </Button>
    </div>
  )
}
