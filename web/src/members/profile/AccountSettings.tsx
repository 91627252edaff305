import { type CurrentUser, type UserSummary } from '@forum/shared/contract'
import { useItems, WhenLoaded } from '../../resource'
import { forum, useForum } from '../../store'
import { Avatar, Button, Check, saveFile, SectionHeading, SkeletonLines, toast, useAction } from '../../ui'
import { Download } from '../../ui/icons'
import { blockedMembers, followedMembers } from '../member-page/lists'
import { membersSlice } from '../member-page/members.slice'
import { setBlocked, setFollowed } from '../member-page/members.actions'
import { exportAccount, updateProfile } from '../../accounts'
import { secondFactorText } from '../../state/session'
import { DeleteAccount } from './DeleteAccount'
import { emailText } from '../email/email.texts'
import { EmailSettings } from '../email/EmailSettings'
import { SecondFactorSettings } from './SecondFactorSettings'
import { IdentitySettings } from './identities/IdentitySettings'
import { OwnSessions } from './OwnSessions'
import { PasskeySettings } from './passkeys/PasskeySettings'
import { passkeysText } from './passkeys/passkeys.texts'
import { PasswordForm } from './PasswordForm'
import { TokenSettings } from './tokens/TokenSettings'
import { tokensText } from './tokens/tokens.texts'
import { profileText } from './profile.texts'
import { usernameText } from './username.texts'
import { UsernameSettings } from './UsernameSettings'

/** The settings of the password, sessions, privacy and blocked members, and the deletion of the account. */
export function AccountSettings({ user }: { user: CurrentUser }) {
  return (
    <div className="settings">
      <section aria-labelledby="settings-email">
        <SectionHeading id="settings-email">{emailText('heading')}</SectionHeading>
        <EmailSettings user={user} />
      </section>
      <section aria-labelledby="settings-username">
        <SectionHeading id="settings-username">{usernameText('heading')}</SectionHeading>
        <UsernameSettings user={user} />
      </section>
      <section aria-labelledby="settings-password">
        <SectionHeading id="settings-password">
          {profileText(user.hasPassword ? 'changePassword' : 'setPassword')}
        </SectionHeading>
        <PasswordForm user={user} />
      </section>
      <section aria-labelledby="settings-second-factor">
        <SectionHeading id="settings-second-factor">{secondFactorText('title')}</SectionHeading>
        <SecondFactorSettings user={user} />
      </section>
      <section aria-labelledby="settings-passkeys">
        <SectionHeading id="settings-passkeys">{passkeysText('title')}</SectionHeading>
        <PasskeySettings user={user} />
      </section>
      <section aria-labelledby="settings-sessions">
        <SectionHeading id="settings-sessions">{profileText('sessions')}</SectionHeading>
        <OwnSessions />
      </section>
      <IdentitySettings user={user} />
      <section aria-labelledby="settings-tokens">
        <SectionHeading id="settings-tokens">{tokensText('title')}</SectionHeading>
        <TokenSettings />
      </section>
      <section aria-labelledby="settings-privacy">
        <SectionHeading id="settings-privacy">{profileText('privacy')}</SectionHeading>
        <ShowOnline user={user} />
        <h3 className="settings-subheading">{profileText('followed')}</h3>
        <Listed kind="followed" />
        <h3 className="settings-subheading">{profileText('blocked')}</h3>
        <Listed kind="blocked" />
      </section>
      <section aria-labelledby="settings-data">
        <SectionHeading id="settings-data">{profileText('data')}</SectionHeading>
        <Export />
        <DeleteAccount user={user} />
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

/** The lists of members that a member makes, and the action that puts somebody into one. */
const LISTS = {
  followed: { list: followedMembers, set: setFollowed },
  blocked: { list: blockedMembers, set: setBlocked },
}

/** A list of members, each with a button that removes them from it. */
function Listed({ kind }: { kind: keyof typeof LISTS }) {
  const { list, set } = LISTS[kind]
  const { loaded } = useItems(
    list,
    useForum((read) => read(membersSlice).listed),
  )
  const remove = async (member: UserSummary) => {
    const result = await set(forum, member, false)
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
