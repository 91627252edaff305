import { type CurrentUser, newUsername } from '@forum/shared/contract'
import { useState } from 'react'
import { fieldProblem } from '../../lib/schemas'
import { forum } from '../../store'
import { Button, FormError, FormField, localDate, sharedClock, toast, useForm } from '../../ui'
import { changeUsername } from '../email/email.actions'
import { usernameText } from './username.texts'

/** The member's username with a form to change it, or the date from which that is possible again. */
export function UsernameSettings({ user }: { user: CurrentUser }) {
  const [isChanging, setChanging] = useState(false)
  const mayChange = Date.parse(user.renamableAt) <= sharedClock.now()
  return (
    <>
      <div className="settings-row">
        <span className="settings-what">
          <b>@{user.username}</b>
          <span className="profile-note">
            {mayChange ? usernameText('note') : usernameText('from', { date: localDate(user.renamableAt) })}
          </span>
        </span>
        {mayChange && !isChanging && (
          <Button size="small" onClick={() => setChanging(true)}>
            {usernameText('change')}
          </Button>
        )}
      </div>
      {isChanging && <ChangeForm user={user} onClose={() => setChanging(false)} />}
    </>
  )
}

function ChangeForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({
      username:
        username.trim() === user.username
          ? usernameText('same')
          : fieldProblem('username', newUsername, username),
    }),
    send: ({ username }) => changeUsername(forum, username.trim()),
    onSent: () => {
      toast.success(usernameText('changed'))
      onClose()
    },
    fieldOf: { USERNAME_TAKEN: 'username' },
    waits: true,
    describe: ({ status }) => (status === 0 ? usernameText('failed') : undefined),
  })
  return (
    <form {...form.props} className="profile-form">
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="username"
        label={usernameText('newName')}
        help={usernameText('help', { username: user.username })}
        required
        autoCapitalize="none"
        spellCheck={false}
      />
      <span className="settings-buttons">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={form.isWaiting}>
          {usernameText('change')}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {usernameText('close')}
        </Button>
      </span>
    </form>
  )
}
