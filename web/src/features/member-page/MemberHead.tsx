import { type User } from '@forum/shared/contract'
import { type ReactNode } from 'react'
import { useTexts } from '../../lib/i18n'
import { Avatar, Count, localDate, RelativeTime, RoleTags, Tag } from '../../ui'
import './texts'
import './member.css'

/** Picture, name, role and numbers of a member; `children` are the actions. */
export function MemberHead({ user, children }: { user: User; children?: ReactNode }) {
  const t = useTexts()
  return (
    <header className="member-head">
      <Avatar user={user} size="huge" />
      <div className="member-who">
        <h1 className="member-name">{user.displayName}</h1>
        <p className="member-facts num">
          <span>@{user.username}</span>
          <RoleTags role={user.role} />
          {user.status === 'banned' && <Tag tone="danger">{t('member.banned')}</Tag>}
          {user.status === 'inactive' && <Tag tone="faint">{t('member.inactive')}</Tag>}
          {user.status === 'active' && user.isOnline !== null && (
            <span className={user.isOnline ? 'live' : 'faint'}>
              {user.isOnline ? t('member.online') : t('member.offline')}
            </span>
          )}
        </p>
        <p className="member-facts num">
          <span>{t('member.joined', { date: localDate(user.joinedAt) })}</span>
          {user.lastLoginAt !== null && (
            <span>
              {t('member.lastLogin')} <RelativeTime at={user.lastLoginAt} />
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
  const t = useTexts()
  const stats = [
    [t('member.posts'), user.postCount],
    [t('member.threads'), user.threadCount],
    [t('member.likes'), user.likesReceived],
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
