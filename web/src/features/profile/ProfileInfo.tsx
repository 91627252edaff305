import { type CurrentUser } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { DISPLAY_NAME_MAX, SIGNATURE_MAX } from '@forum/shared/limits'
import { countCharacters, looksLikeStaff } from '@forum/shared/text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { commonText, language } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import { Button, Counter, Field, FormError, isSendKey, localDate, Panel, RelativeTime, toast } from '../../ui'
import { Pencil } from '../../ui/icons'
import { MemberStats } from '../member-page'
import { updateProfile } from '../auth'
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
      <Link to={`/users/${user.id}`} className="link">
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
        <dt>{profileText('signature')}</dt>
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

interface Errors {
  displayName?: string | undefined
  signature?: string | undefined
}

function EditForm({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  // A display name equal to the username means that none was chosen.
  const [displayName, setDisplayName] = useState(user.displayName === user.username ? '' : user.displayName)
  const [signature, setSignature] = useState(user.signature)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])

  const check = (): Errors => {
    const name = displayName.trim()
    const isReserved = user.role === 'user' && looksLikeStaff(name)
    return {
      displayName:
        countCharacters(name) > DISPLAY_NAME_MAX
          ? profileText('displayNameTooLong')
          : isReserved
            ? fieldText({ field: 'displayName', code: 'reserved' }, language)
            : undefined,
      signature:
        countCharacters(signature.trim()) > SIGNATURE_MAX ? profileText('signatureTooLong') : undefined,
    }
  }
  const focusFirst = (wrong: Errors) => {
    const name = wrong.displayName ? 'displayName' : 'signature'
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  }
  const submit = async () => {
    const wrong = check()
    setErrors(wrong)
    setFailure(null)
    if (wrong.displayName ?? wrong.signature) {
      focusFirst(wrong)
      return
    }
    setBusy(true)
    const result = await updateProfile(forum, { displayName: displayName.trim(), signature })
    setBusy(false)
    if (result.ok) {
      toast.success(profileText('saved'))
      onClose()
      return
    }
    const refused = Object.fromEntries(
      result.error.fields.map(({ field, message }) => [field, message]),
    ) as Errors
    setErrors(refused)
    if (refused.displayName ?? refused.signature) focusFirst(refused)
    else setFailure(result.error)
  }

  return (
    <form
      ref={form}
      className="profile-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <FormError>
        {failure && (failure.status === 0 ? profileText('updateFailed') : failure.message)}
      </FormError>
      <Field
        label={profileText('displayName')}
        optional
        error={errors.displayName}
        help={profileText('displayNameHelp')}
        aside={<Counter count={countCharacters(displayName.trim())} max={DISPLAY_NAME_MAX} />}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            name="displayName"
            autoComplete="nickname"
            value={displayName}
            onChange={(event) => {
              setDisplayName(event.target.value)
              setErrors({ ...errors, displayName: undefined })
            }}
          />
        )}
      </Field>
      <Field
        label={profileText('signature')}
        optional
        error={errors.signature}
        help={profileText('signatureHelp')}
        aside={<Counter count={countCharacters(signature.trim())} max={SIGNATURE_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            name="signature"
            rows={4}
            value={signature}
            onChange={(event) => {
              setSignature(event.target.value)
              setErrors({ ...errors, signature: undefined })
            }}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return
              event.preventDefault()
              if (!busy) void submit()
            }}
          />
        )}
      </Field>
      <div className="buttons">
        <Button type="submit" tone="go" busy={busy}>
          {profileText('save')}
        </Button>
        <Button onClick={onClose}>{commonText('cancel')}</Button>
      </div>
    </form>
  )
}
