import { type FormEvent, useId, useRef, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, Dialog, Field, FormError, PasswordInput, toast } from '../../ui'
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
  const form = useId()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const show = (text: string) => {
    setWrong(text)
    input.current?.focus()
  }
  const submit = async () => {
    setFailure(null)
    if (password === '') {
      show(profileText('currentRequired'))
      return
    }
    setBusy(true)
    const result = await deleteAccount(forum, password)
    if (result.ok) {
      toast.success(profileText('deleted'))
      return
    }
    setBusy(false)
    if (result.error.code === 'WRONG_PASSWORD') show(result.error.message)
    else setFailure(result.error.message)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={profileText('deleteAsk')}
      note={profileText('deleteText')}
      footer={
        <>
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button type="submit" form={form} tone="danger" busy={busy}>
            {profileText('deleteConfirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!busy) void submit()
        }}
      >
        <FormError>{failure}</FormError>
        <Field label={profileText('deletePassword')} required error={wrong}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={input}
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                setWrong(undefined)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
