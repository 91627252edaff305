import { Link, useLocation } from 'react-router-dom'
import { authSlice, useSession } from '../state/session'
import { NotificationBell } from '../notices'
import { ScriptMenu } from '../state/script'
import { useSite } from '../state/site'
import { SearchBox } from '../search'
import { ThemeMenu } from '../state/theme'
import { UnreadMessagesBadge } from '../state/unread'
import { commonText } from '../lib/i18n'
import { rememberPlace } from '../lib/session'
import { useIsLive } from '../state/live'
import { useForum } from '../store'
import { Avatar, Menu, onDemand, useIsWide, useOnDemand } from '../ui'
import { layoutText } from './layout.texts'
import { NAVIGATION, placeOf } from './navigation'
import './masthead.css'

export function Masthead() {
  const isWide = useIsWide()
  const site = useSite()
  // Members on a phone have it behind 我的.
  const isVisitor = useSession().status === 'anonymous'
  return (
    <header className="top">
      <div className="wrap masthead">
        <Link to="/" className="brand">
          {site.logo === null ? (
            <span className="brand-seal" aria-hidden>
              {site.seal}
            </span>
          ) : (
            <img className="brand-logo" src={site.logo} alt="" />
          )}
          <span className="brand-name">{site.name}</span>
        </Link>
        {isWide && <MainNavigation />}
        <SearchBox />
        <div className="masthead-end">
          {isWide && <LiveMark />}
          {(isWide || isVisitor) && <ScriptMenu />}
          {isWide && <ThemeMenu />}
          <NotificationBell />
          <Account />
        </div>
      </div>
    </header>
  )
}

function MainNavigation() {
  const { pathname } = useLocation()
  return (
    <nav className="main-navigation" aria-label={layoutText('mainNavigation')}>
      {NAVIGATION.map(({ key, to }) => (
        <Link key={key} to={to} aria-current={placeOf(to, pathname)}>
          {commonText(key)}
          {key === 'inbox' && <UnreadMessagesBadge />}
        </Link>
      ))}
    </nav>
  )
}

/** Shows that the page updates live; otherwise it is hidden but keeps its space. */
function LiveMark() {
  const isLive = useIsLive()
  return (
    <span className="live-mark live small" data-live={isLive}>
      <i className="dot" /> {layoutText('live')}
    </span>
  )
}

/** The menu of a member, which visitors do not load. */
const accountMenu = onDemand(() => import('./AccountMenuItems'))

const remember = () => {
  rememberPlace()
}

function Account() {
  const { status, user } = useSession()
  // Without a network it is loaded when the menu is opened.
  const items = useOnDemand(accountMenu, user !== null)
  const isUnconfirmed = useForum((read) => read(authSlice).isSessionUnconfirmed)
  if (status === 'checking' || (user === null && isUnconfirmed)) return <span className="account-place" />
  if (user === null)
    return (
      <span className="account-links">
        <Link to="/login" onClick={remember}>
          {commonText('login')}
        </Link>
        <Link to="/register" className="account-register" onClick={remember}>
          {commonText('register')}
        </Link>
      </span>
    )
  return (
    <>
      {items && <items.ModerationLink user={user} />}
      <Menu
        trigger={
          <button
            type="button"
            className="account"
            aria-label={`${commonText('mine')}：${user.displayName}`}
            onClick={() => {
              accountMenu.load().catch(() => undefined)
            }}
          >
            <Avatar user={user} />
          </button>
        }
      >
        {items && <items.AccountMenuItems user={user} />}
      </Menu>
    </>
  )
}
