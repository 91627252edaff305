import { type CurrentUser } from '@forum/shared/contract'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setNavigate } from '../lib/session'
import { forum } from '../store'
import { FakeApi } from '../testing/fake-api'
import { resetPage, signIn } from '../testing/forum'
import { ModelServer, person, THREAD_ID } from '../testing/model-server'
import { renderAt } from '../testing/render'
import { WithShownTexts } from '../testing/shown-text'
import { Toaster } from '../ui'
import { WriteButton } from '../boards/WriteButton'
import { RegisterScreen } from '../accounts/screens'
import { MemberScreen } from '../members/member-page/screens'
import { ThreadScreen } from '../threads/thread/screens'

const NEWCOMER = { ...person(9), moderatedBoardIds: [], blocked: [] } as unknown as CurrentUser
const POST_ID = 102

let api: FakeApi

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = vi.fn()
  const server = new ModelServer()
  for (let count = 0; count < 5; count += 1) server.reply(2, `第 ${count} 条`)
  api = new FakeApi(server)
  api.on('GET', /registration/, () => ({ registration: 'open' }))
  api.on('POST', /^\/auth\/register$/, () => ({ user: NEWCOMER, token: 'a-token' }))
  api.on('POST', /^\/posts\/102\/like$/, () => ({ liked: true, likeCount: 1 }))
  vi.stubGlobal('fetch', api.fetch)
  resetPage()
  signIn(forum, null)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/threads/:threadId', element: <ThreadScreen /> },
      { path: '/users/:userId', element: <MemberScreen /> },
      {
        path: '/register',
        element: (
          <WithShownTexts>
            <RegisterScreen />
          </WithShownTexts>
        ),
      },
      { path: '*', element: <p>别处</p> },
    ],
    { initialEntries: [`/threads/${THREAD_ID}`] },
  )
  setNavigate((to, options) => void router.navigate(to, options))
  render(
    <>
      <Toaster />
      <RouterProvider router={router} />
    </>,
  )
  await isWhole()
  return router
}

const isWhole = async () => {
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => {
    expect(document.querySelector(`#post-${POST_ID}`)).not.toBeNull()
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  })
}
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const likes = () => api.requestsTo('POST', /like/)

/** Taps the like of the post, and the link to the registration in the sheet that opens. */
async function wantLikeAndRegister() {
  const post = document.querySelector<HTMLElement>(`#post-${POST_ID}`)!
  fireEvent.click(within(post).getByRole('button', { name: '赞' }))
  const sheet = await screen.findByRole('dialog', { name: '登录后就替你点上这个赞' })
  fireEvent.click(within(sheet).getByRole('link', { name: '立即注册' }))
  await screen.findByRole('dialog', { name: '服务条款' })
}

it('leads a newcomer back to the post and likes it, across both consents', async () => {
  const router = await open()
  await wantLikeAndRegister()
  press('同意并继续')
  press('同意并继续')
  for (const [label, value] of [
    [/^用户名/, 'xinren88'],
    [/^邮箱/, 'xinren@example.com'],
    [/^密码/, 'Forum#2025'],
    [/^确认密码/, 'Forum#2025'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  press('注册')
  await waitFor(() => {
    expect(likes().map(({ body }) => body)).toEqual([{ liked: true }])
  })
  const { pathname, hash } = router.state.location
  expect(pathname + hash).toBe(`/threads/${THREAD_ID}#post-${POST_ID}`)
  expect(await screen.findByText(`欢迎加入，${NEWCOMER.displayName}。赞已点上。`)).toBeDefined()
})

it('forgets the like of a visitor who comes back without an account', async () => {
  const router = await open()
  await wantLikeAndRegister()
  await act(() => router.navigate(-1))
  await isWhole()
  act(() => {
    signIn(forum, NEWCOMER)
  })
  await isWhole()
  expect(likes()).toEqual([])
})

/** Signs in through the dialog that asks for it. */
async function signInThrough(title: string) {
  const sheet = await screen.findByRole('dialog', { name: title })
  fireEvent.change(within(sheet).getByLabelText(/^用户名或邮箱/), { target: { value: 'xinren88' } })
  fireEvent.change(within(sheet).getByLabelText(/^密码/), { target: { value: 'Forum#2025' } })
  fireEvent.click(within(sheet).getByRole('button', { name: '登录' }))
}

it.each([
  ['关注', '登录后就替你关注这个主题', /^\/threads\/1\/watch$/, { watched: true }],
  ['收藏', '登录后就替你收藏这个主题', /^\/threads\/1\/bookmark$/, { bookmarked: true }],
])('does what a visitor wanted once signed in: %s', async (button, title, path, body) => {
  api.on('POST', /^\/auth\/login$/, () => ({ user: NEWCOMER, token: 'a-token' }))
  api.on('PUT', path, () => ({ ...body, thread: {} }))
  await open()
  press(button)
  await signInThrough(title)
  await waitFor(() => {
    expect(api.requestsTo('PUT', path).map((request) => request.body)).toEqual([body])
  })
})

it('opens the reply form or the report that a visitor wanted, once signed in', async () => {
  api.on('POST', /^\/auth\/login$/, () => ({ user: NEWCOMER, token: 'a-token' }))
  await open()
  press('回复')
  await signInThrough('登录后接着回复')
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '快速回复' }))
  })
  cleanup()
  resetPage()
  signIn(forum, null)
  await open()
  const post = document.querySelector<HTMLElement>(`#post-${POST_ID}`)!
  fireEvent.click(within(post).getByRole('button', { name: '更多操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '举报' }))
  await signInThrough('登录后接着举报')
  await screen.findByRole('dialog', { name: /举报/ })
})

it('asks in a box on a wide window, in a sheet on a phone', async () => {
  for (const [isWide, shape] of [
    [true, 'dialog-box'],
    [false, 'dialog-sheet'],
  ] as const) {
    vi.stubGlobal('matchMedia', () => ({
      matches: isWide,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }))
    await open()
    const post = document.querySelector<HTMLElement>(`#post-${POST_ID}`)!
    fireEvent.click(within(post).getByRole('button', { name: '赞' }))
    const dialog = await screen.findByRole('dialog', { name: '登录后就替你点上这个赞' })
    expect(dialog.classList.contains(shape)).toBe(true)
    // On a phone the keyboard would cover why one is asked.
    const first = isWide ? within(dialog).getByLabelText(/^用户名或邮箱/) : dialog
    expect(document.activeElement).toBe(first)
    fireEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
    cleanup()
  }
})

it('tells a visitor why to sign in for a new thread, and leads to the form afterwards', async () => {
  api.on('POST', /^\/auth\/login$/, () => ({ user: NEWCOMER, token: 'a-token' }))
  const { at } = renderAt('/', <WriteButton />)
  fireEvent.click(screen.getByRole('link', { name: '发新帖' }))
  await signInThrough('登录后接着发新帖')
  await waitFor(() => {
    expect(at()).toBe('/new-thread')
  })
})
