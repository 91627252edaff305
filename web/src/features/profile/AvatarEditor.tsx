import { type CurrentUser } from '@forum/shared/contract'
import { AVATAR_MAX_BYTES } from '@forum/shared/limits'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Avatar, Button, FormError, toast } from '../../ui'
import { Camera } from '../../ui/icons'
import { CropDialog } from './CropDialog'
import './texts'

const TYPES = ['image/jpeg', 'image/png', 'image/gif']

/** The member's picture, with buttons to choose another and to remove it. */
export function AvatarEditor({ user }: { user: CurrentUser }) {
  const t = useTexts()
  const updateProfile = useForum((state) => state.updateProfile)
  const uploadAvatar = useForum((state) => state.uploadAvatar)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Releases the decoded picture once it is no longer being cropped.
  useEffect(
    () => () => {
      picture?.close()
    },
    [picture],
  )

  const choose = async (file: File) => {
    setError(null)
    if (!TYPES.includes(file.type)) {
      setError(t('profile.avatarType'))
      return
    }
    if (file.size > AVATAR_MAX_BYTES) {
      setError(t('profile.avatarSize'))
      return
    }
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setError(t('profile.avatarBroken'))
    }
  }
  const close = () => {
    setPicture(null)
    button.current?.focus()
  }
  const send = async (file: Blob | null): Promise<string | null> => {
    if (file === null) return t('profile.avatarFailed')
    const result = await uploadAvatar(file)
    if (!result.ok) {
      const { status, code, message } = result.error
      if (code === 'PAYLOAD_TOO_LARGE') return t('profile.avatarSize')
      return status === 0 || status >= 500 ? t('profile.avatarFailed') : message
    }
    toast.success(t('profile.avatarSaved'))
    close()
    return null
  }
  const remove = async () => {
    setBusy(true)
    setError(null)
    const result = await updateProfile({ avatar: null })
    setBusy(false)
    if (result.ok) {
      toast.success(t('profile.avatarRemoved'))
      button.current?.focus()
    } else setError(result.error.status === 0 ? t('profile.updateFailed') : result.error.message)
  }

  return (
    <div className="avatar-editor">
      <Avatar user={user} size="huge" />
      <div className="avatar-editor-side">
        <div className="buttons">
          <Button ref={button} icon={<Camera aria-hidden />} onClick={() => input.current?.click()}>
            {t(user.avatar === null ? 'profile.uploadAvatar' : 'profile.changeAvatar')}
          </Button>
          {user.avatar !== null && (
            <Button tone="quiet" busy={busy} onClick={() => void remove()}>
              {t('profile.removeAvatar')}
            </Button>
          )}
        </div>
        <p className="profile-note">{t('profile.avatarHelp')}</p>
        <FormError>{error}</FormError>
        <input
          ref={input}
          type="file"
          accept={TYPES.join(',')}
          aria-label={t('profile.avatar')}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file may be chosen again after an error.
            target.value = ''
            if (file) void choose(file)
          }}
        />
      </div>
      {picture && <CropDialog picture={picture} onClose={close} onUse={send} />}
    </div>
  )
}
