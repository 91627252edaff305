import { Link, useLocation } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { forum, useForum } from '../../store'
import { Avatar, Bone, Panel, rows, Skeleton } from '../../ui'
import { authSlice, logout, useSession } from '../../state/session'
import { LoginForm } from '../../accounts'
import { usePopularBoards } from '../use-boards'
import { useOnline } from '../../state/presence'
import { useWelcome } from '../../state/site'
import { sidebarText } from './sidebar.texts'
import { threadCopySlice } from '../../state/thread-copy'
import { SideError } from './SideError'
import './sidebar.css'

/** Beside every page, and behind 我的 on a phone: the reader's account, popular boards and who is online. */
export function Sidebar() {
  return (
    <div className="sidebar">
      <UserPanel />
      <PopularPanel />
      <Online />
    </div>
  )
}

function UserPanel() {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  const welcome = useWelcome()
  const isNewMember = useForum((read) => read(authSlice).isNewMember)
  const isUnconfirmed = useForum((read) => read(authSlice).isSessionUnconfirmed)
  // Events of the member's own posts are newer than the session, which was read when the page was opened, but count
  // those only that everyone sees.
  const shownPosts = useForum((read) => read(threadCopySlice).users[user?.id ?? 0]?.postCount) ?? 0
  const postCount = Math.max(shownPosts, user?.postCount ?? 0)
  if (status === 'checking' || (user === null && isUnconfirmed))
    return (
      <Panel>
        <Skeleton>
          <div className="user-panel-head">
            <Bone width="36px" height="36px" round />
            <span className="user-panel-name">
              <Bone width="8em" />
              <Bone width="6em" />
            </span>
          </div>
          <div className="user-panel-links">
            <Bone width="100%" />
          </div>
        </Skeleton>
      </Panel>
    )
  if (user === null)
    // The sign-in screens have their own form.
    return pathname === '/login' || pathname === '/register' ? null : (
      <Panel title={commonText('login')}>
        <p className="user-panel-welcome">{welcome}</p>
        <LoginForm />
      </Panel>
    )
  return (
    <Panel>
      <div className="user-panel-head">
        <Avatar user={user} />
        <div className="user-panel-name">
          <b className="one-line" title={user.displayName}>
            {sidebarText(isNewMember ? 'welcomeNew' : 'welcomeUser', {
              name: user.displayName,
            })}
          </b>
          <span className="faint small num">
            {sidebarText('postsAndLikes', { posts: postCount, likes: user.likesReceived })}
          </span>
        </div>
        <button type="button" className="user-panel-logout" onClick={() => void logout(forum)}>
          {commonText('logout')}
        </button>
      </div>
      <div className="user-panel-links">
        <Link to="/my/posts">{commonText('myPosts')}</Link>
        <Link to="/my/bookmarks">{sidebarText('bookmarksShort')}</Link>
        <Link to="/my/messages">{commonText('inbox')}</Link>
        <Link to="/profile">{commonText('myProfile')}</Link>
      </div>
    </Panel>
  )
}

function PopularPanel() {
  const popular = usePopularBoards()
  return (
    <Panel title={sidebarText('popularBoards')}>
      {popular.status === 'loading' && (
        <Skeleton>
          <ul className="side-list">
            {rows(6, (index) => (
              <li key={index}>
                <Bone width={`${5 + ((index * 2) % 4)}em`} />
              </li>
            ))}
          </ul>
        </Skeleton>
      )}
      {popular.status === 'error' && <SideError {...popular} />}
      {popular.status === 'ready' && popular.data.length === 0 && (
        <p className="side-note">{sidebarText('popularEmpty')}</p>
      )}
      {popular.status === 'ready' && (
        <ul className="side-list">
          {popular.data.map((board) => (
            <li key={board.id}>
              <Link to={`/boards/${board.id}`} className="one-line">
                {board.displayName}
              </Link>
              <span className={board.todayCount > 0 ? 'soft small num' : 'faint small num'}>
                {commonText('today', { count: board.todayCount })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Online() {
  const online = useOnline()
  return (
    <p className="side-online num">
      {online &&
        sidebarText('online', {
          total: online.online,
          members: online.members,
          guests: Math.max(0, online.online - online.members),
        })}
    </p>
  )
}
