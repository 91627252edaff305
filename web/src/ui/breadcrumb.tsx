import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { ChevronRight } from './icons'
import { uiText } from './ui.texts'
import './breadcrumb.css'

/** The path to a page: 首页 › 分类 › 版块. The last entry is the page itself unless it has a `to`. */
export function Breadcrumb({ trail }: { trail: readonly { label: string; to?: string }[] }) {
  return (
    <nav className="crumbs" aria-label={uiText('breadcrumb')}>
      <ol>
        <li>
          <Link to="/">{commonText('home')}</Link>
        </li>
        {trail.map(({ label, to }, index) => (
          <li key={index}>
            <ChevronRight aria-hidden />
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
