import { type CurrentUser } from '@forum/shared/contract'
import { AVATAR_MAX_BYTES } from '@forum/shared/limits'
import { useEffect, useRef, useState } from 'react'
import { forum } from '../../store'
import { Avatar, Button, FormError, toast, useAction } from '../../ui'
import { Camera } from '../../ui/icons'
import { updateProfile } from '../../accounts'
import { CropDialog } from './CropDialog'
import { profileText } from './profile.texts'

const TYPES = ['image/jpeg', 'image/png', 'image/gif']

/** The member's picture, with buttons to choose another and to remove it. */
export function AvatarEditor({ user }: { user: CurrentUser }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [error, setError] = useState<string | null>(null)
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
      setError(profileText('avatarType'))
      return
    }
    if (file.size > AVATAR_MAX_BYTES) {
      setError(profileText('avatarSize'))
      return
    }
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setError(profileText('avatarBroken'))
    }
  }
  const close = () => {
    setPicture(null)
    button.current?.focus()
  }
  const removal = useAction(
    () => updateProfile(forum, { avatar: null }),
    () => {
      setError(null)
      toast.success(profileText('avatarRemoved'))
      button.current?.focus()
    },
    profileText('updateFailed'),
  )

  return (
    <div className="avatar-editor">
      <Avatar user={user} size="huge" />
      <div className="avatar-editor-side">
        <div className="buttons">
          <Button ref={button} icon={<Camera aria-hidden />} onClick={() => input.current?.click()}>
            {profileText(user.avatar === null ? 'uploadAvatar' : 'changeAvatar')}
          </Button>
          {user.avatar !== null && (
            <Button tone="quiet" busy={removal.isBusy} onClick={removal.run}>
              {profileText('removeAvatar')}
            </Button>
          )}
        </div>
        <p className="profile-note">{profileText('avatarHelp')}</p>
        <FormError>{error}</FormError>
        <input
          ref={input}
          type="file"
          accept={TYPES.join(',')}
          aria-label={profileText('avatar')}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file may be chosen again after an error.
            target.value = ''
            if (file) void choose(file)
          }}
        />
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          onClose={close}
          onSaved={() => {
            toast.success(profileText('avatarSaved'))
            close()
          }}
        />
      )}
    </div>
  )
}
