import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TermsScreen } from '../accounts/screens'
import { startSite } from '../state/site'
import { siteName } from '../lib/i18n'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { Footer } from './Footer'
import { Masthead } from './Masthead'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }

beforeEach(() => {
  resetPage()
  happyDOM.setViewport({ width: 390 })
})
afterEach(() => {
  happyDOM.setViewport({ width: 1024 })
})

const offered = () => [
  ...screen.queryAllByRole('link', { name: /^(登录|注册)$/ }),
  ...screen.queryAllByRole('button', { name: '简体和繁體' }),
]

it.each([
  ['offers a visitor signing in, registration and the choice of script', null, 3],
  ['leaves them to 我的 for a member', aMember(), 0],
])('on a phone %s', (_what, user, count) => {
  signIn(forum, user)
  renderAt('/', <Masthead />)
  expect(offered()).toHaveLength(count)
})

it('has the new name of the site at once when an admin changes it, in the title and the legal texts too', async () => {
  const before = siteName.current()
  startSite(forum)
  renderAt(
    '/terms',
    <>
      <Masthead />
      <TermsScreen />
      <Footer />
    </>,
  )
  const named = (name: string) => [
    document.querySelector('.brand-name')?.textContent === name,
    document.title === `服务条款 - ${name}`,
    screen.queryByText(`欢迎使用${name}（以下称“本站”）`, { exact: false }) !== null,
    document.querySelector('.footer-end')?.textContent?.endsWith(` ${name}`),
  ]
  expect(named(before)).toEqual([true, true, true, true])
  const event = {
    id: '1',
    at: '2026-11-20T09:30:00.000Z',
    name: 'site:changed' as const,
    site: {
      name: '岩点攀岩社',
      seal: '岩',
      logo: null,
      accent: '#1f6f43',
      description: '',
      welcome: '',
      contact: '',
      feedbackBoardId: null,
      footer: { text: '', links: [] },
      pages: [],
    },
  }
  act(() => {
    forum.receive([event])
  })
  expect(named('岩点攀岩社')).toEqual([true, true, true, true])
  act(() => {
    siteName.set(before)
  })
})
