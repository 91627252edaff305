import { mayAdminister } from '@forum/shared/policies'
import { Navigate } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { ConsoleFrame } from '../../ui'
import { useSession } from '../../state/session'
import { adminText } from './admin.texts'
import './admin.css'

const TABS = [
  { key: 'stats', to: '/admin/stats' },
  { key: 'members', to: '/admin/members' },
  { key: 'site', to: '/admin/site' },
  { key: 'pages', to: '/admin/pages' },
  { key: 'boards', to: '/admin/boards' },
  { key: 'groups', to: '/admin/groups' },
  { key: 'words', to: '/moderation/words' },
  { key: 'synonyms', to: '/admin/synonyms' },
  { key: 'announcement', to: '/admin/announcement' },
  { key: 'settings', to: '/admin/settings' },
  { key: 'shield', to: '/admin/shield' },
  { key: 'webhooks', to: '/admin/webhooks' },
  { key: 'health', to: '/admin/health' },
] as const

/** The frame of `/admin/…`: the tabs of the admins' tools, and the screen of one of them. */
export function AdminFrame() {
  const actor = actorOf(useSession().user)
  const isAllowed = actor !== null && mayAdminister(actor) === 'allowed'
  return (
    <ConsoleFrame
      className="admin"
      title={adminText('title')}
      tabs={TABS.map(({ key, to }) => ({ to, label: adminText(`tabs.${key}`) }))}
      refusal={isAllowed ? null : { title: adminText('forbidden'), text: adminText('forbiddenText') }}
    />
  )
}

/** `/admin`: leads to the first of the admins' tools. */
export function AdminHome() {
  return <Navigate to={TABS[0].to} replace />
}
