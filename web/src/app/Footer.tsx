import { Link } from 'react-router-dom'
import { useTexts } from '../lib/i18n'
import { sharedClock } from '../ui'
import { showKeys } from './Shortcuts'

export function Footer() {
  const t = useTexts()
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        <Link to="/terms">{t('common.terms')}</Link>
        <Link to="/privacy">{t('common.privacy')}</Link>
        <Link to="/help">{t('common.help')}</Link>
        <button type="button" className="footer-keys" onClick={showKeys}>
          {t('keys.title')}
        </button>
        <span className="footer-end num">
          {t('common.copyright', { year: new Date(sharedClock.now()).getFullYear() })}
        </span>
      </div>
    </footer>
  )
}
