import { useState } from 'react'
import { forum } from '../../store'
import { Button, FormDialog, FormField, toast, useForm } from '../../ui'
import { profileText } from './profile.texts'
import { deleteAccount } from '../auth'

/** Deletes the account, after the password was typed once more. */
export function DeleteAccount() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="settings-row">
      <span className="settings-what">
        <b>{profileText('deleteTitle')}</b>
        <span className="profile-note">{profileText('deleteText')}</span>
      </span>
      <Button
        tone="danger"
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {profileText('deleteAccount')}
      </Button>
      {isAsking && (
        <DeleteDialog
          onClose={() => {
            setIsAsking(false)
          }}
        />
      )}
    </div>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? profileText('currentRequired') : undefined }),
    send: ({ password }) => deleteAccount(forum, password),
    onSent: () => {
      toast.success(profileText('deleted'))
    },
    fieldOf: { WRONG_PASSWORD: 'password' },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={profileText('deleteAsk')}
      note={profileText('deleteText')}
      submit={profileText('deleteConfirm')}
      tone="danger"
    >
      <FormField
        form={form}
        name="password"
        label={profileText('deletePassword')}
        required
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
