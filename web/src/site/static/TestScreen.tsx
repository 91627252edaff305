import { Link } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { useBoards } from '../../boards'
import { Breadcrumb, PageHeading, usePageTitle } from '../../ui'
import { testPageText } from './test-page.texts'
import './static.css'

/** `/test`: links to every screen. */
export function TestScreen() {
  usePageTitle(testPageText('title'))
  const [board] = useBoards().data ?? []
  const screens = [
    ['/', commonText('home')],
    ['/latest', commonText('latest')],
    ['/boards', commonText('allBoards')],
    [`/boards/${board?.id ?? 1}`, testPageText('board')],
    [`/category/${encodeURIComponent(board?.category ?? '1')}`, testPageText('category')],
    ['/threads/1', testPageText('thread')],
    ['/threads/1/page/2', testPageText('threadPage')],
    ['/new-thread', commonText('newThread')],
    [`/new-thread/${board?.id ?? 1}`, testPageText('newThreadIn')],
    ['/hot', commonText('hot')],
    ['/search', commonText('search')],
    ['/login', commonText('login')],
    ['/register', commonText('register')],
    ['/profile', commonText('myProfile')],
    ['/my/posts', commonText('myPosts')],
    ['/my/messages', commonText('inbox')],
    ['/my/messages/compose', testPageText('compose')],
    ['/help', commonText('help')],
    ['/terms', commonText('terms')],
    ['/privacy', commonText('privacy')],
    ['/nowhere', testPageText('missing')],
  ]
  return (
    <>
      <Breadcrumb trail={[{ label: testPageText('title') }]} />
      <PageHeading title={testPageText('title')} />
      <p className="help-lead">{testPageText('text')}</p>
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
