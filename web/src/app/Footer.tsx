import { Link } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { sharedClock, useSiteName } from '../ui'
import { layoutText } from './layout.texts'
import { showKeys } from './Shortcuts'

export function Footer() {
  useSiteName()
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        <Link to="/terms">{commonText('terms')}</Link>
        <Link to="/privacy">{commonText('privacy')}</Link>
        <Link to="/help">{commonText('help')}</Link>
        <button type="button" className="footer-keys" onClick={showKeys}>
          {layoutText('shortcuts')}
        </button>
        <span className="footer-end num">
          {layoutText('copyright', { year: new Date(sharedClock.now()).getFullYear() })}
        </span>
      </div>
    </footer>
  )
}
