import { Link } from 'react-router-dom'
import { useTexts } from '../../lib/i18n'
import { Breadcrumb, PageHeading, usePageTitle } from '../../ui'
import './texts'
import './static.css'

/** `/test`: links to every screen. */
export function TestScreen() {
  const t = useTexts()
  usePageTitle(t('testPage.title'))
  const screens = [
    ['/', t('common.home')],
    ['/latest', t('latest.title')],
    ['/boards', t('board.all')],
    ['/boards/3', t('testPage.board')],
    ['/category/immigration', t('testPage.category')],
    ['/threads/1', t('testPage.thread')],
    ['/threads/1/page/2', t('testPage.threadPage')],
    ['/new-thread', t('board.newThread')],
    ['/new-thread/3', t('testPage.newThreadIn')],
    ['/hot', t('common.hot')],
    ['/search', t('common.search')],
    ['/login', t('common.login')],
    ['/register', t('common.register')],
    ['/profile', t('common.myProfile')],
    ['/my/posts', t('home.myPosts')],
    ['/my/messages', t('common.inbox')],
    ['/my/messages/compose', t('testPage.compose')],
    ['/help', t('common.help')],
    ['/terms', t('common.terms')],
    ['/privacy', t('common.privacy')],
    ['/nowhere', t('testPage.missing')],
  ]
  return (
    <>
      <Breadcrumb trail={[{ label: t('testPage.title') }]} />
      <PageHeading title={t('testPage.title')} />
      <p className="help-lead">{t('testPage.text')}</p>
      <ul className="test-links">
        {screens.map(([to = '/', label]) => (
          <li key={to}>
            <Link to={to}>{label}</Link> <span className="faint small">{to}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
