import { type CurrentUser } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { DISPLAY_NAME_MAX, SIGNATURE_MAX } from '@forum/shared/limits'
import { countCharacters, looksLikeStaff } from '@forum/shared/text'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText, language } from '../../lib/i18n'
import { forum } from '../../store'
import {
  Button,
  FormError,
  FormField,
  isSendKey,
  localDate,
  Panel,
  RelativeTime,
  toast,
  useForm,
} from '../../ui'
import { Pencil } from '../../ui/icons'
import { MemberStats } from '../member-page/MemberHead'
import { memberText } from '../member-page/member.texts'
import { updateProfile } from '../../accounts'
import { AvatarEditor } from './AvatarEditor'
import { profileText } from './profile.texts'

/** The member's public profile, shown and edited in place. */
export function ProfileInfo({ user }: { user: CurrentUser }) {
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const [hasEdited, setHasEdited] = useState(false)
  useEffect(() => {
    if (hasEdited && !isEditing) edit.current?.focus()
  }, [hasEdited, isEditing])
  return (
    <div className="form-columns">
      <div>
        <AvatarEditor user={user} />
        {isEditing ? (
          <EditForm
            user={user}
            onClose={() => {
              setHasEdited(true)
              setIsEditing(false)
            }}
          />
        ) : (
          <Facts user={user} editButton={edit} onEdit={() => setIsEditing(true)} />
        )}
      </div>
      <StatsBox user={user} />
    </div>
  )
}

function StatsBox({ user }: { user: CurrentUser }) {
  return (
    <Panel title={profileText('stats')}>
      <MemberStats user={user} />
      <dl className="profile-dates num">
        <dt>{profileText('joined')}</dt>
        <dd>{localDate(user.joinedAt)}</dd>
        {user.lastLoginAt !== null && (
          <>
            <dt>{profileText('lastLogin')}</dt>
            <dd>
              <RelativeTime at={user.lastLoginAt} />
            </dd>
          </>
        )}
      </dl>
      <Link to="/groups" className="link profile-link">
        {profileText('groups')}
      </Link>
      <Link to={`/users/${user.id}`} className="link profile-link">
        {profileText('view')}
      </Link>
    </Panel>
  )
}

function Facts({
  user,
  editButton,
  onEdit,
}: {
  user: CurrentUser
  editButton: React.RefObject<HTMLButtonElement | null>
  onEdit: () => void
}) {
  return (
    <>
      <dl className="profile-facts">
        <dt>{profileText('username')}</dt>
        <dd>{user.username}</dd>
        <dt>{profileText('displayName')}</dt>
        <dd>{user.displayName}</dd>
        <dt>{profileText('email')}</dt>
        <dd>
          {user.email}
          <span className="profile-note">{profileText('emailHelp')}</span>
        </dd>
        <dt>{memberText('signature')}</dt>
        <dd className="profile-signature">
          {user.signature === '' ? (
            <span className="faint">{profileText('noSignature')}</span>
          ) : (
            user.signature
          )}
        </dd>
      </dl>
      <Button ref={editButton} tone="go" icon={<Pencil aria-hidden />} onClick={onEdit}>
        {profileText('edit')}
      </Button>
    </>
  )
}

function EditForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const form = useForm({
    initial: {
      // A display name equal to the username means that none was chosen.
      displayName: user.displayName === user.username ? '' : user.displayName,
      signature: user.signature,
    },
    check: ({ displayName, signature }) => ({
      displayName:
        countCharacters(displayName.trim()) > DISPLAY_NAME_MAX
          ? profileText('displayNameTooLong')
          : user.role === 'user' && looksLikeStaff(displayName.trim())
            ? fieldText({ field: 'displayName', code: 'reserved' }, language)
            : undefined,
      signature:
        countCharacters(signature.trim()) > SIGNATURE_MAX
          ? fieldText({ field: 'signature', code: 'too_long' }, language)
          : undefined,
    }),
    send: ({ displayName, signature }) =>
      updateProfile(forum, { displayName: displayName.trim(), signature }),
    onSent: () => {
      toast.success(profileText('saved'))
      onClose()
    },
    describe: ({ status }) => (status === 0 ? profileText('updateFailed') : undefined),
  })
  const { displayName, signature } = form.values
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  return (
    <form {...form.props} className="profile-form">
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="displayName"
        label={profileText('displayName')}
        optional
        help={profileText('displayNameHelp')}
        count={{ count: countCharacters(displayName.trim()), max: DISPLAY_NAME_MAX }}
        autoComplete="nickname"
        inputRef={first}
      />
      <FormField
        form={form}
        name="signature"
        label={memberText('signature')}
        optional
        help={profileText('textHelp', { max: SIGNATURE_MAX })}
        count={{ count: countCharacters(signature.trim()), max: SIGNATURE_MAX }}
        rows={4}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          void form.submit()
        }}
      />
      <div className="buttons">
        <Button type="submit" tone="go" busy={form.isBusy}>
          {profileText('save')}
        </Button>
        <Button onClick={onClose}>{commonText('cancel')}</Button>
      </div>
    </form>
  )
}
