import { type Actor, isModerator, mayAdminister } from '@forum/shared/policies'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { ButtonLink, EmptyState } from '../../ui'
import { Lock } from '../../ui/icons'
import { useSession } from '../auth'
import { OpenCasesBadge } from '../open-cases'
import { Gauges } from './Gauges'
import { moderationText } from './moderation.texts'
import './moderation.css'

const isAdmin = (actor: Actor) => mayAdminister(actor) === 'allowed'

/** The tools of moderators, and who finds a tab for each. */
const TABS = [
  { key: 'monitor', to: '/moderation', isFor: isModerator },
  { key: 'reports', to: '/moderation/reports', isFor: isModerator },
  { key: 'log', to: '/moderation/log', isFor: isModerator },
  { key: 'words', to: '/moderation/words', isFor: isAdmin },
  { key: 'admin', to: '/admin/members', isFor: isAdmin },
] as const

const WITH_GAUGES = ['/moderation', '/moderation/reports']

/** The frame of `/moderation/…`: the tabs of the tools that the reader may use, and the screen of one of them. */
export function ModerationFrame() {
  const { pathname } = useLocation()
  const actor = actorOf(useSession().user)
  if (actor === null || !isModerator(actor))
    return (
      <EmptyState
        isPage
        icon={<Lock aria-hidden />}
        title={moderationText('forbidden')}
        text={moderationText('forbiddenText')}
      >
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className="moderation">
      <h1 className="visually-hidden">{moderationText('title')}</h1>
      <div className="moderation-bar">
        <nav className="moderation-tabs" aria-label={moderationText('title')}>
          {TABS.filter(({ isFor }) => isFor(actor)).map(({ key, to }) => (
            <Link key={key} to={to} aria-current={pathname === to ? 'page' : undefined}>
              {moderationText(`tabs.${key}`)}
              {key === 'reports' && <OpenCasesBadge />}
            </Link>
          ))}
        </nav>
        {WITH_GAUGES.includes(pathname) && <Gauges />}
      </div>
      <Outlet />
    </div>
  )
}
