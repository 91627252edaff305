import { type UserSummary } from '@forum/shared/contract'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Avatar, ButtonLink, Count, localDate, RelativeTime, RoleTags } from '../../ui'
import { Mail } from '../../ui/icons'
import { useSession } from '../../state/session'
import { useMember } from './use-member'
import { memberText } from './member.texts'
import { BlockButton, FollowButton, VisitorButtons } from './MemberButtons'
import './member-card.css'

/** A member's profile and actions in the middle of a thread; `children` are further actions. */
export function MemberCard({ member, children }: { member: UserSummary; children?: ReactNode }) {
  const user = useMember(member.id).data
  const { status, user: me } = useSession()
  const isOther = me !== null && me.id !== member.id
  return (
    <>
      <span className="member-card-head">
        <Avatar user={member} size="large" />
        <span className="member-card-who">
          <b className="one-line">{member.displayName}</b>
          <span className="faint small num">
            @{member.username} {user && <RoleTags role={user.role} status={user.status} />}
            {user?.isOnline === true && <span className="live"> {memberText('online')}</span>}
          </span>
          <span className="faint small num">
            {user ? memberText('joined', { date: localDate(user.joinedAt) }) : '\u00a0'}
          </span>
        </span>
      </span>
      <span className="member-card-facts num">
        {user ? (
          <>
            <span>
              {memberText('posts')} <Count value={user.postCount} />
            </span>
            <span>
              {memberText('threads')} <Count value={user.threadCount} />
            </span>
            <span>
              {memberText('likes')} <Count value={user.likesReceived} />
            </span>
          </>
        ) : (
          '\u00a0'
        )}
      </span>
      <span className="member-card-acts">
        {isOther && (
          <ButtonLink
            to={`/my/messages/with/${member.id}`}
            state={{ startsTalk: true }}
            icon={<Mail aria-hidden />}
          >
            {memberText('sendMessage')}
          </ButtonLink>
        )}
        {status === 'anonymous' && user && <VisitorButtons user={user} />}
        {children}
        {isOther && user && (
          <>
            <FollowButton user={user} />
            <BlockButton user={user} />
          </>
        )}
      </span>
      <span className="member-card-foot small">
        <Link className="link" to={`/users/${member.id}`}>
          {memberText('toPage')}
        </Link>
        {user && user.lastLoginAt !== null && (
          <span className="faint">
            {memberText('lastLogin')} <RelativeTime at={user.lastLoginAt} />
          </span>
        )}
      </span>
    </>
  )
}
