import { NavLink } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { mineText } from './mine.texts'
import './mine-nav.css'

/** Leads between what a member has written, keeps for later, and has read. */
export function MineNav() {
  return (
    <nav className="mine-nav" aria-label={commonText('mine')}>
      <NavLink to="/my/posts">{commonText('myPosts')}</NavLink>
      <NavLink to="/my/bookmarks">{mineText('bookmarks')}</NavLink>
      <NavLink to="/my/history">{mineText('history')}</NavLink>
    </nav>
  )
}
