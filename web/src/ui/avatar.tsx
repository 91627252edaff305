import { avatarAtDoubleSize } from '@forum/shared/avatars'
import { firstCharacter } from '@forum/shared/text'
import { useState } from 'react'
import { avatarColour } from './avatar-colours'
import './avatar.css'

/**
 * A member's picture, or the first character of the name on a colour derived from the id; without a member, a circle of
 * dashes. It is shown beside the name, so screen readers skip it.
 */
export function Avatar({
  user,
  size = 'medium',
}: {
  user: { id: number; displayName: string; avatar: string | null; isAnonymous?: true | undefined }
  size?: 'small' | 'medium' | 'large' | 'huge'
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture = user.avatar !== null && user.avatar !== broken ? user.avatar : null
  if (user.isAnonymous)
    return (
      <span className={`avatar avatar-${size} avatar-anonymous`} aria-hidden>
        {firstCharacter(user.displayName.split('·').at(-1) ?? '')}
      </span>
    )
  return (
    <span
      className={`avatar avatar-${size}`}
      style={picture === null ? { background: avatarColour(user.id) } : undefined}
      aria-hidden
    >
      {picture === null ? (
        firstCharacter(user.displayName).toUpperCase()
      ) : (
        <img
          src={picture}
          {...(size === 'huge' ? { srcSet: `${picture}, ${avatarAtDoubleSize(picture)} 2x` } : {})}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(picture)
          }}
        />
      )}
    </span>
  )
}
