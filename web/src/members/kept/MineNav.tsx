import { NavLink } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { mineText } from './mine.texts'
import './mine-nav.css'

/** Links between the member's own posts, bookmarks and reading history. */
export function MineNav() {
  return (
    <nav className="mine-nav" aria-label={commonText('mine')}>
      <NavLink to="/my/posts">{commonText('myPosts')}</NavLink>
      <NavLink to="/my/bookmarks">{mineText('bookmarks')}</NavLink>
      <NavLink to="/my/history">{mineText('history')}</NavLink>
    </nav>
  )
}
