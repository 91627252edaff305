import { type Actor, isModerator, mayAdminister } from '@forum/shared/policies'
import { useLocation } from 'react-router-dom'
import { actorOf } from '../lib/actor'
import { ConsoleFrame } from '../ui'
import { useSession } from '../state/session'
import { HeldBadge, OpenCasesBadge } from './open-work/OpenWorkBadge'
import { Gauges } from './Gauges'
import { moderationText } from './moderation.texts'
import './moderation.css'

const isAdmin = (actor: Actor) => mayAdminister(actor) === 'allowed'

/** The tools of moderators, and who sees the tab of each. */
const TABS = [
  { key: 'monitor', to: '/moderation', isFor: isModerator },
  { key: 'reports', to: '/moderation/reports', isFor: isModerator },
  { key: 'held', to: '/moderation/held', isFor: isModerator },
  { key: 'log', to: '/moderation/log', isFor: isModerator },
  { key: 'words', to: '/moderation/words', isFor: isAdmin },
  { key: 'erasures', to: '/moderation/erasures', isFor: isAdmin },
  { key: 'admin', to: '/admin/members', isFor: isAdmin },
] as const

const WITH_GAUGES = ['/moderation', '/moderation/reports']

/** The frame of `/moderation/…`: the tabs of the tools that the reader may use, and the screen of one of them. */
export function ModerationFrame() {
  const { pathname } = useLocation()
  const actor = actorOf(useSession().user)
  const isAllowed = actor !== null && isModerator(actor)
  return (
    <ConsoleFrame
      className="moderation"
      title={moderationText('title')}
      tabs={TABS.filter(({ isFor }) => isAllowed && isFor(actor)).map(({ key, to }) => ({
        to,
        label: (
          <>
            {moderationText(`tabs.${key}`)}
            {key === 'reports' && <OpenCasesBadge />}
            {key === 'held' && <HeldBadge />}
          </>
        ),
      }))}
      refusal={
        isAllowed ? null : { title: moderationText('forbidden'), text: moderationText('forbiddenText') }
      }
    >
      <h1 className="visually-hidden">{moderationText('title')}</h1>
      {WITH_GAUGES.includes(pathname) && <Gauges />}
    </ConsoleFrame>
  )
}
