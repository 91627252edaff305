import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { pathOnThisSite } from '../lib/site-path'
import { useSite } from '../state/site'
import { sharedClock } from '../ui'
import { layoutText } from './layout.texts'
import { showKeys } from './Shortcuts'

/** The pages that every site has; they have addresses of their own. */
const PAGES = ['terms', 'privacy', 'help'] as const

/** The pages of the site, the links and the line of its admins, such as a filing number, and its name. */
export function Footer() {
  const { name, footer, pages } = useSite()
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        {PAGES.map((slug) => (
          <Link key={slug} to={`/${slug}`}>
            {pages.find((page) => page.slug === slug)?.title ?? commonText(slug)}
          </Link>
        ))}
        <Link to="/complaint">{layoutText('complaint')}</Link>
        {pages.map(
          ({ slug, title }) =>
            !PAGES.some((page) => page === slug) && (
              <Link key={slug} to={`/pages/${slug}`}>
                {title}
              </Link>
            ),
        )}
        {footer.links.map(({ label, url }) => {
          const path = pathOnThisSite(url)
          return path === null ? (
            <a key={label + url} href={url} target="_blank" rel="noopener">
              {label}
            </a>
          ) : (
            <Link key={label + url} to={path}>
              {label}
            </Link>
          )
        })}
        <button type="button" className="footer-keys" onClick={showKeys}>
          {layoutText('shortcuts')}
        </button>
        <span className="footer-end num">
          {layoutText('copyright', { year: new Date(sharedClock.now()).getFullYear(), name })}
        </span>
        {footer.text !== '' && <p className="footer-text">{footer.text}</p>}
      </div>
    </footer>
  )
}
