import { type CurrentUser } from '@forum/shared/contract'
import { isModerator } from '@forum/shared/policies'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { logout } from '../state/session'
import { storedDrafts } from '../members'
import { OpenWorkBadge, useOpenWork } from '../moderation'
import { actorOf } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Count, MenuHeading, MenuItem, MenuLine, MenuLink } from '../ui'
import {
  Bookmark,
  History,
  LogOut,
  Mail,
  MessagesSquare,
  PenLine,
  Settings,
  ShieldCheck,
  UserCog,
} from '../ui/icons'
import { accountMenuText } from './account-menu.texts'
import './account-menu.css'

/** The entries behind the member's avatar. */
export function AccountMenuItems({ user }: { user: CurrentUser }) {
  return (
    <>
      <MenuHeading>{user.displayName}</MenuHeading>
      <MenuLink to="/my/posts" icon={<MessagesSquare aria-hidden />}>
        {commonText('myPosts')}
      </MenuLink>
      <MenuLink to="/my/posts?view=drafts" icon={<PenLine aria-hidden />}>
        {accountMenuText('drafts')}
        <DraftCount userId={user.id} />
      </MenuLink>
      <MenuLink to="/my/bookmarks" icon={<Bookmark aria-hidden />}>
        {commonText('bookmarks')}
      </MenuLink>
      <MenuLink to="/my/history" icon={<History aria-hidden />}>
        {accountMenuText('history')}
      </MenuLink>
      <MenuLink to="/my/messages" icon={<Mail aria-hidden />}>
        {commonText('inbox')}
      </MenuLink>
      <MenuLink to="/profile" icon={<Settings aria-hidden />}>
        {commonText('myProfile')}
      </MenuLink>
      {isModerator(actorOf(user)) && (
        <MenuLink to="/moderation" icon={<ShieldCheck aria-hidden />}>
          {accountMenuText('moderation')}
          <OpenWorkBadge />
        </MenuLink>
      )}
      {user.role === 'admin' && (
        <MenuLink to="/admin/members" icon={<UserCog aria-hidden />}>
          {accountMenuText('admin')}
        </MenuLink>
      )}
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void logout(forum)}>
        {commonText('logout')}
      </MenuItem>
    </>
  )
}

/** The number of the member's drafts; renders nothing for none. */
export function DraftCount({ userId }: { userId: number }) {
  const [count] = useState(() => storedDrafts(userId).length)
  if (count === 0) return null
  return (
    <span className="live num">
      <Count value={count} />
    </span>
  )
}

/** The link to the moderators' tools with the number of open items; renders nothing for everyone else. */
export function ModerationLink({ user }: { user: CurrentUser }) {
  return isModerator(actorOf(user)) ? <OpenWorkLink /> : null
}

function OpenWorkLink() {
  const { pathname } = useLocation()
  const { to } = useOpenWork()
  return (
    <Link
      to={to}
      className="moderation-link"
      aria-current={pathname.startsWith('/moderation') ? 'true' : undefined}
    >
      <ShieldCheck aria-hidden />
      <span>{accountMenuText('moderation')}</span>
      <OpenWorkBadge />
    </Link>
  )
}
