import { mayAdminister } from '@forum/shared/policies'
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { ButtonLink, EmptyState } from '../../ui'
import { Lock } from '../../ui/icons'
import { useSession } from '../auth'
import { adminText } from './admin.texts'
import './admin.css'

const TABS = [
  { key: 'members', to: '/admin/members' },
  { key: 'boards', to: '/admin/boards' },
  { key: 'words', to: '/moderation/words' },
  { key: 'announcement', to: '/admin/announcement' },
  { key: 'settings', to: '/admin/settings' },
  { key: 'health', to: '/admin/health' },
] as const

/** The frame of `/admin/…`: the tabs of what admins decide, and the screen of one of them. */
export function AdminFrame() {
  const { pathname } = useLocation()
  const actor = actorOf(useSession().user)
  if (actor === null || mayAdminister(actor) !== 'allowed')
    return (
      <EmptyState
        isPage
        icon={<Lock aria-hidden />}
        title={adminText('forbidden')}
        text={adminText('forbiddenText')}
      >
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className="admin">
      <nav className="admin-tabs" aria-label={adminText('title')}>
        {TABS.map(({ key, to }) => (
          <Link key={key} to={to} aria-current={pathname === to ? 'page' : undefined}>
            {adminText(`tabs.${key}`)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

/** `/admin`: leads to the first page of what admins decide. */
export function AdminHome() {
  return <Navigate to={TABS[0].to} replace />
}
