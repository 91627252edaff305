import { type CurrentUser } from '@forum/shared/contract'
import { isModerator } from '@forum/shared/policies'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { logout } from '../state/session'
import { setDensity } from '../boards'
import { ScriptSwitch } from '../state/script/switches'
import { Sidebar } from '../boards'
import { TextSizeSwitch, ThemeSwitch } from '../state/theme/switches'
import { actorOf } from '../lib/actor'
import { commonText } from '../lib/i18n'
import { forum } from '../store'
import { Avatar, Button, ChoiceSwitch, toast } from '../ui'
import {
  Bell,
  BellRing,
  Bookmark,
  CircleHelp,
  History,
  LogOut,
  MessagesSquare,
  PenLine,
  Settings,
  ShieldCheck,
} from '../ui/icons'
import { DraftCount } from './AccountMenuItems'
import { accountMenuText } from './account-menu.texts'
import './mine-sheet.css'

const DENSITIES = ['normal', 'dense'] as const satisfies readonly CurrentUser['density'][]

/** The contents behind 我的 on a phone, for a member: their own pages and settings, on one screen. */
export function MineSheet({ user }: { user: CurrentUser }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const drafts = (
    <span>
      {accountMenuText('drafts')} <DraftCount userId={user.id} />
    </span>
  )
  const place = (to: string, icon: ReactNode, label: ReactNode) => (
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
        {place('/my/posts?view=drafts', <PenLine aria-hidden />, drafts)}
        {place('/my/history', <History aria-hidden />, accountMenuText('history'))}
        {place('/notifications', <Bell aria-hidden />, accountMenuText('notifications'))}
        {place('/profile', <Settings aria-hidden />, commonText('myProfile'))}
        {isModerator(actorOf(user))
          ? place('/moderation', <ShieldCheck aria-hidden />, accountMenuText('moderation'))
          : place('/help', <CircleHelp aria-hidden />, commonText('help'))}
      </nav>
      <Switches />
      <DensityChoice density={user.density} />
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

/** The choice between dense and normal lists of threads. */
function DensityChoice({ density }: { density: CurrentUser['density'] }) {
  const choose = async (chosen: CurrentUser['density']) => {
    const result = await setDensity(forum, chosen)
    if (!result.ok) toast.error(result.error.message)
  }
  return (
    <ChoiceSwitch
      name="density"
      legend={accountMenuText('lists')}
      value={density}
      options={DENSITIES.map((value) => ({ value, label: accountMenuText(value) }))}
      onChange={(chosen) => void choose(chosen)}
    />
  )
}

/** The contents behind 我的 on a phone, for a visitor. */
export function VisitorSheet() {
  return (
    <>
      <Sidebar />
      <Switches />
    </>
  )
}

function Switches() {
  return (
    <>
      <ScriptSwitch />
      <ThemeSwitch />
      <TextSizeSwitch />
    </>
  )
}
