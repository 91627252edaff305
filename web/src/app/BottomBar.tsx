import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../state/session'
import { UnreadMessagesBadge } from '../state/unread'
import { commonText } from '../lib/i18n'
import { Dialog, onDemand } from '../ui'
import { Flame, House, LayoutList, Mail, UserRound } from '../ui/icons'
import { layoutText } from './layout.texts'
import { placeOf } from './navigation'

const mineSheet = onDemand(() => import('./MineSheet'))

/** The navigation on a phone; 我的 opens the contents of the wide screen's sidebar. */
export function BottomBar() {
  const { pathname, key } = useLocation()
  const { user } = useSession()
  const mine = mineSheet.use()
  // The visit of a page on which the sheet is open, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === key
  // Coming back to the page must not open the sheet again.
  if (openAt !== null && !isOpen) setOpenAt(null)
  // A screen that still loads keeps this page in place, so its link closes the sheet at once.
  const closeOnLink = ({ target }: React.MouseEvent) => {
    if (target instanceof Element && target.closest('a')) setOpenAt(null)
  }
  const link = (to: string, icon: React.ReactNode, label: string, badge: React.ReactNode = null) => (
    <Link to={to} aria-current={placeOf(to, pathname)}>
      {icon}
      {label}
      {badge}
    </Link>
  )
  return (
    <>
      <nav className="bottom-bar" aria-label={layoutText('bottomNavigation')}>
        <div className="bottom-bar-links">
          {link('/', <House aria-hidden />, commonText('home'))}
          {link('/boards', <LayoutList aria-hidden />, commonText('boards'))}
          {link('/hot', <Flame aria-hidden />, commonText('hotShort'))}
          {link('/my/messages', <Mail aria-hidden />, commonText('inbox'), <UnreadMessagesBadge />)}
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => {
              setOpenAt(key)
              mineSheet.load().catch(() => undefined)
            }}
          >
            <UserRound aria-hidden />
            {commonText('mine')}
          </button>
        </div>
      </nav>
      <Dialog
        shape="sheet"
        title={commonText('mine')}
        open={isOpen}
        onClose={() => {
          setOpenAt(null)
        }}
      >
        <div onClick={closeOnLink}>
          {mine && (user ? <mine.MineSheet user={user} /> : <mine.VisitorSheet />)}
        </div>
      </Dialog>
    </>
  )
}
