import { type User } from '@forum/shared/contract'
import { type ReactNode } from 'react'
import { Avatar, Count, localDate, RelativeTime, RoleTags, Tag } from '../../ui'
import { memberText } from './member.texts'
import './member.css'

/** Picture, name, role and numbers of a member; `children` are the actions. */
export function MemberHead({ user, children }: { user: User; children?: ReactNode }) {
  return (
    <header className="member-head">
      <Avatar user={user} size="huge" />
      <div className="member-who">
        <h1 className="member-name">{user.displayName}</h1>
        <p className="member-facts num">
          <span>@{user.username}</span>
          <RoleTags role={user.role} status={user.status} />
          {user.status === 'inactive' && <Tag tone="faint">{memberText('inactive')}</Tag>}
          {user.status === 'active' && user.isOnline !== null && (
            <span className={user.isOnline ? 'live' : 'faint'}>
              {user.isOnline ? memberText('online') : memberText('offline')}
            </span>
          )}
        </p>
        <p className="member-facts num">
          <span>{memberText('joined', { date: localDate(user.joinedAt) })}</span>
          {user.lastLoginAt !== null && (
            <span>
              {memberText('lastLogin')} <RelativeTime at={user.lastLoginAt} />
            </span>
          )}
        </p>
      </div>
      {children && <div className="member-actions">{children}</div>}
    </header>
  )
}

/** The numbers of a member. */
export function MemberStats({ user }: { user: User }) {
  const stats = [
    [memberText('posts'), user.postCount],
    [memberText('threads'), user.threadCount],
    [memberText('likes'), user.likesReceived],
  ] as const
  return (
    <dl className="member-stats">
      {stats.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Count value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
