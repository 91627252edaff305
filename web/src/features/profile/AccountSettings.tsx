import { type CurrentUser, type UserSummary } from '@forum/shared/contract'
import { type Result } from '../../lib/result'
import { type List, useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { Avatar, Button, Check, saveFile, SectionHeading, SkeletonLines, toast, useAction } from '../../ui'
import { Download } from '../../ui/icons'
import { blockedMembers, followedMembers, membersSlice, setBlocked, setFollowed } from '../member-page'
import { exportAccount, secondFactorText, updateProfile } from '../auth'
import { DeleteAccount } from './DeleteAccount'
import { SecondFactorSettings } from './SecondFactorSettings'
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
      <section aria-labelledby="settings-second-factor">
        <SectionHeading id="settings-second-factor">{secondFactorText('title')}</SectionHeading>
        <SecondFactorSettings user={user} />
      </section>
      <section aria-labelledby="settings-sessions">
        <SectionHeading id="settings-sessions">{profileText('sessions')}</SectionHeading>
        <OwnSessions />
      </section>
      <section aria-labelledby="settings-privacy">
        <SectionHeading id="settings-privacy">{profileText('privacy')}</SectionHeading>
        <ShowOnline user={user} />
        <h3 className="settings-subheading">{profileText('followed')}</h3>
        <Followed />
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
    <Check
      label={profileText('showOnline')}
      help={profileText('showOnlineHelp')}
      checked={user.showOnline}
      busy={save.isBusy}
      onChange={save.run}
    />
  )
}

function Followed() {
  return (
    <Listed
      declared={followedMembers}
      members={useForum((read) => read(membersSlice).followedMembers)}
      kind="followed"
      end={(member) => setFollowed(forum, member, false)}
    />
  )
}

function Blocked() {
  return (
    <Listed
      declared={blockedMembers}
      members={useForum((read) => read(membersSlice).blockedMembers)}
      kind="blocked"
      end={(member) => setBlocked(forum, member, false)}
    />
  )
}

/** A list of members, each with a button that removes them from it. */
function Listed({
  declared,
  members,
  kind,
  end,
}: {
  declared: List<UserSummary>
  members: Record<number, UserSummary>
  kind: 'followed' | 'blocked'
  end: (member: UserSummary) => Promise<Result<void>>
}) {
  const { loaded } = useItems(declared, members)
  const remove = async (member: UserSummary) => {
    const result = await end(member)
    if (!result.ok) toast.error(profileText('updateFailed'), { description: result.error.message })
  }
  return (
    <>
      <p className="profile-note">{profileText(`${kind}Note`)}</p>
      <WhenLoaded
        loaded={loaded}
        skeleton={<SkeletonLines count={1} className="settings-none" />}
        failed={profileText(`${kind}Failed`)}
      >
        {(listed) =>
          listed.length === 0 ? (
            <p className="settings-none">{profileText(`${kind}None`)}</p>
          ) : (
            <ul className="settings-list" aria-label={profileText(kind)}>
              {listed.map((member) => (
                <li key={member.id}>
                  <Avatar user={member} />
                  <span className="settings-what">
                    <b>{member.displayName}</b>
                    <span className="faint small">@{member.username}</span>
                  </span>
                  <Button
                    size="small"
                    aria-label={profileText(`${kind}EndOf`, { name: member.displayName })}
                    onClick={() => void remove(member)}
                  >
                    {profileText(`${kind}End`)}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </>
  )
}

function Export() {
  const { isBusy, run } = useAction(
    () => exportAccount(forum),
    (file) => {
      saveFile(file, 'account.zip')
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
