import { api, type SiteInfo } from '@forum/shared/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GuestStrip } from '../boards/home/GuestStrip'
import { TermsScreen } from '../site/pages/screens'
import { siteName } from '../lib/i18n'
import { startSite } from '../state/site'
import { siteSlice } from '../state/site/site.slice'
import { blankOf } from '../testing/blank'
import { call } from '../testing/calls'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { Footer } from './Footer'
import { Masthead } from './Masthead'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }

beforeEach(() => {
  siteName.set('论坛')
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

const CLUB: SiteInfo = {
  name: '岩点攀岩社',
  seal: '岩',
  logo: null,
  accent: '#1f6f43',
  description: '',
  welcome: '周三晚上岩馆见。',
  contact: '',
  feedbackBoardId: 4,
  timeZone: 'America/New_York',
  footer: { text: '京ICP备 00000000 号-1', links: [{ label: '入社', url: '/boards/4' }] },
  pages: [
    { slug: 'terms', title: '社规' },
    { slug: 'gear', title: '装备' },
  ],
}

it('shows everything of the site at once when an admin changes it', async () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
  vi.mocked(call).mockImplementation(((_name: string, { params }: { params: { slug: string } }) =>
    Promise.resolve({
      page: {
        ...blankOf(api.getPage.response).page,
        slug: params.slug,
        title: '服务条款',
        content: `欢迎使用${forum.read(siteSlice).site.name}`,
      },
    })) as never)
  startSite(forum)
  signIn(forum, null)
  renderAt(
    '/terms',
    <>
      <Masthead />
      <GuestStrip />
      <TermsScreen />
      <Footer />
    </>,
  )
  expect(document.querySelector('.brand-seal')?.textContent).toBe('论')
  expect(await screen.findByText('欢迎使用论坛')).toBeDefined()
  const event = { id: '1', at: '2026-11-20T09:30:00.000Z', name: 'site:changed' as const, site: CLUB }
  act(() => {
    forum.receive([event])
  })
  expect(await screen.findByText('欢迎使用岩点攀岩社')).toBeDefined()
  expect(document.querySelector('.brand')?.textContent).toBe('岩岩点攀岩社')
  expect(document.title).toBe('服务条款 - 岩点攀岩社')
  expect(screen.getByText('周三晚上岩馆见。')).toBeDefined()
  const footer = within(screen.getByRole('contentinfo'))
  expect(footer.getByText('京ICP备 00000000 号-1')).toBeDefined()
  expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['社规', '/terms'],
    ['隐私政策', '/privacy'],
    ['帮助', '/help'],
    ['投诉', '/complaint'],
    ['装备', '/pages/gear'],
    ['入社', '/boards/4'],
  ])
  expect(document.querySelector('link')?.getAttribute('href')).not.toBe('/favicon.svg')
  await waitFor(() => {
    expect(document.documentElement.style.getPropertyValue('--seal')).toContain('#1f6f43')
  })
  act(() => {
    forum.receive([{ ...event, id: '2', site: { ...CLUB, logo: '/api/uploads/logo.webp' } }])
  })
  expect(document.querySelector('.brand-logo')?.getAttribute('src')).toBe('/api/uploads/logo.webp')
})
