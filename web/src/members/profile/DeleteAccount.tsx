import { type CurrentUser } from '@forum/shared/contract'
import { useState } from 'react'
import { forum } from '../../store'
import { Button, Check, FormDialog, FormField, toast, useForm } from '../../ui'
import { profileText } from './profile.texts'
import { CodeField, useAsksForCode } from '../../state/session'
import { deleteAccount } from '../../accounts'

/** Deletes the account, after the password, and the second factor if it is on, were typed once more. */
export function DeleteAccount({ user }: { user: CurrentUser }) {
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
          user={user}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      )}
    </div>
  )
}

function DeleteDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { asksForCode, checkCode, codeIn, noticeRequired } = useAsksForCode(user)
  const form = useForm({
    initial: { password: '', code: '', erases: false },
    check: ({ password, code }) => ({
      password: user.hasPassword && password === '' ? profileText('currentRequired') : undefined,
      code: checkCode(code),
    }),
    send: ({ password, code, erases }) =>
      deleteAccount(forum, {
        ...(user.hasPassword ? { password } : {}),
        ...codeIn(code),
        ...(erases ? { content: 'erase' as const } : {}),
      }),
    onSent: () => {
      toast.success(profileText('deleted'))
    },
    onFailure: noticeRequired,
    fieldOf: { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' },
    waits: true,
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
      {user.hasPassword && (
        <FormField
          form={form}
          name="password"
          label={profileText('deletePassword')}
          required
          type="password"
          autoComplete="current-password"
        />
      )}
      {asksForCode && <CodeField form={form} />}
      <Check
        label={profileText('deleteErases')}
        help={profileText('deleteErasesHelp')}
        checked={form.values.erases}
        onChange={(erases) => {
          form.set({ erases })
        }}
      />
    </FormDialog>
  )
}
