import { type CurrentUser } from '@forum/shared/contract'
import { isModerator } from '@forum/shared/policies'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { logout } from '../features/auth'
import { ScriptSwitch } from '../features/script'
import { ThemeSwitch } from '../features/theme'
import { actorOf } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Avatar, Button } from '../ui'
import {
  Bell,
  BellRing,
  Bookmark,
  CircleHelp,
  LogOut,
  Mail,
  MessagesSquare,
  Settings,
  ShieldCheck,
  UserRound,
} from '../ui/icons'
import { accountMenuText } from './account-menu.texts'
import './mine-sheet.css'

/** What is behind 我的 on a phone, for a member: nothing but their own, on one screen. */
export function MineSheet({ user }: { user: CurrentUser }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const place = (to: string, icon: ReactNode, label: string) => (
    <Link to={to}>
      {icon}
      {label}
    </Link>
  )
  return (
    <>
      <div className="mine-head">
        <Avatar user={user} size="large" />
        <span className="mine-who">
          <b className="one-line">{user.displayName}</b>
          <span className="faint small num">
            {accountMenuText('numbers', { posts: user.postCount, likes: user.likesReceived })}
          </span>
        </span>
        <Link to={`/users/${user.id}`} className="link">
          {accountMenuText('ownPage')}
        </Link>
      </div>
      <nav className="mine-places" aria-label={accountMenuText('own')}>
        {place('/my/posts', <MessagesSquare aria-hidden />, commonText('myPosts'))}
        {place('/my/bookmarks', <Bookmark aria-hidden />, commonText('bookmarks'))}
        {place('/?list=watched', <BellRing aria-hidden />, accountMenuText('watched'))}
        {place('/my/messages', <Mail aria-hidden />, commonText('inbox'))}
        {place('/notifications', <Bell aria-hidden />, accountMenuText('notifications'))}
        {place('/profile', <Settings aria-hidden />, commonText('settings'))}
        {place('/help', <CircleHelp aria-hidden />, commonText('help'))}
        {isModerator(actorOf(user))
          ? place('/moderation', <ShieldCheck aria-hidden />, accountMenuText('moderation'))
          : place(`/users/${user.id}`, <UserRound aria-hidden />, accountMenuText('ownActivity'))}
      </nav>
      <ScriptSwitch />
      <ThemeSwitch />
      <Button
        wide
        tone={isLeaving ? 'danger' : 'quiet'}
        icon={<LogOut aria-hidden />}
        onClick={() => {
          if (isLeaving) void logout(forum)
          else setIsLeaving(true)
        }}
      >
        {isLeaving ? accountMenuText('confirmLogout') : commonText('logout')}
      </Button>
    </>
  )
}
