import { type CurrentUser, type PasskeyInfo } from '@forum/shared/contract'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useState } from 'react'
import { forum } from '../../../store'
import {
  Button,
  ConfirmDialog,
  FormDialog,
  FormField,
  RelativeTime,
  toast,
  useAction,
  useForm,
} from '../../../ui'
import { deviceOf } from '../device'
import { addPasskey, removePasskey, renamePasskey } from './passkeys.actions'
import { passkeysText } from './passkeys.texts'

/** The member's passkeys, with buttons that add, rename and remove one. */
export function PasskeySettings({ user }: { user: CurrentUser }) {
  const isSupported = browserSupportsWebAuthn()
  const add = useAction(
    () => addPasskey(forum, deviceOf(navigator.userAgent) ?? passkeysText('thisDevice')),
    (isAdded) => {
      if (isAdded) toast.success(passkeysText('added'))
      else toast.info(passkeysText('notAdded'))
    },
    passkeysText('addFailed'),
  )
  return (
    <>
      <p className="profile-note">{passkeysText('note')}</p>
      {user.passkeys.length > 0 ? (
        <ul className="settings-list" aria-label={passkeysText('title')}>
          {user.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <p className="settings-none">{passkeysText('none')}</p>
      )}
      <p className="settings-add">
        <Button size="small" busy={add.isBusy} disabled={!isSupported} onClick={add.run}>
          {passkeysText('add')}
        </Button>
        {!isSupported && <span className="profile-note">{passkeysText('unsupported')}</span>}
      </p>
    </>
  )
}

function PasskeyRow({ passkey: { id, name, lastUsedAt } }: { passkey: PasskeyInfo }) {
  const [asks, setAsks] = useState<'rename' | 'remove' | null>(null)
  const close = () => {
    setAsks(null)
  }
  const remove = useAction(
    () => removePasskey(forum, id),
    () => {
      close()
      toast.success(passkeysText('removed'))
    },
    passkeysText('removeFailed'),
  )
  return (
    <li>
      <span className="settings-what">
        <b>{name}</b>
        <span className="profile-note num">
          {lastUsedAt === null ? passkeysText('unused') : <RelativeTime at={lastUsedAt} />}
        </span>
      </span>
      <Button
        size="small"
        aria-label={passkeysText('renameOf', { name })}
        onClick={() => {
          setAsks('rename')
        }}
      >
        {passkeysText('rename')}
      </Button>
      <Button
        size="small"
        aria-label={passkeysText('removeOf', { name })}
        onClick={() => {
          setAsks('remove')
        }}
      >
        {passkeysText('remove')}
      </Button>
      {asks === 'rename' && <RenameDialog id={id} name={name} onClose={close} />}
      <ConfirmDialog
        open={asks === 'remove'}
        title={passkeysText('removeTitle', { name })}
        text={passkeysText('removeText')}
        confirmLabel={passkeysText('remove')}
        danger
        onClose={close}
        onConfirm={remove.run}
      />
    </li>
  )
}

function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const form = useForm({
    initial: { name },
    check: (values) => ({ name: values.name.trim() === '' ? passkeysText('nameRequired') : undefined }),
    send: (values) => renamePasskey(forum, id, values.name),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={passkeysText('renameTitle')}
      submit={passkeysText('save')}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={passkeysText('name')} required autoComplete="off" />
    </FormDialog>
  )
}
