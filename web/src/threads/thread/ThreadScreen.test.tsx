import { type CurrentUser } from '@forum/shared/contract'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeApi, Refusal } from '../../testing/fake-api'
import { ModelServer, person, THREAD_ID } from '../../testing/model-server'
import { resetPage, signIn } from '../../testing/forum'
import { forum } from '../../store'
import { draftKey, drafts } from '../../state/drafts'
import { replyDraftKey, threadCopySlice, type ThreadEvent } from '../../state/thread-copy'
import { editDraftKey } from './PostEditor'
import { PostRedirect, ThreadScreen } from './screens'

const ME = 9
const OTHER = 2
const DRAFT = draftKey(ME, replyDraftKey(THREAD_ID))

// Generous, so that a busy machine does not fail a test.
configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

let server: ModelServer
let api: FakeApi
/** Where the end of the list is, in pixels from the top of the window. */
let endOfList: number
let isHidden: boolean

const receive = (...messages: (ThreadEvent | null)[]) => {
  act(() => {
    forum.receive(messages.flatMap((message) => message ?? []))
  })
}

async function open(path = `/threads/${THREAD_ID}`) {
  const routes = [
    { path: '/threads/:threadId', element: <ThreadScreen /> },
    { path: '/threads/:threadId/page/:page', element: <ThreadScreen /> },
    { path: '/posts/:postId', element: <PostRedirect /> },
    { path: '/login', element: <p>登录页</p> },
    { path: '/', element: <p>首页</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1 })
  // A page of many posts is rendered in steps.
  await waitFor(() => {
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  })
  return router
}

const postNumbers = () =>
  [...document.querySelectorAll('[data-number]')].map((post) => Number(post.getAttribute('data-number')))
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '快速回复' })
const write = (text: string) => {
  fireEvent.change(box(), { target: { value: text } })
}
const sendButton = () => screen.getByRole('button', { name: /发表回复|发送中/ })
const pill = () => document.querySelector('.thread-pill')?.textContent ?? ''

const pager = () => screen.getByRole('navigation', { name: '分页导航' })

/** The server accepts replies; `hold` delays its responses. */
function acceptReplies() {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const messages: ThreadEvent[] = []
  const byKey = new Map<string | null, unknown>()
  const state = { hold: false, lose: 0 }
  api.on('POST', /^\/posts$/, async ({ body, key }) => {
    let response = byKey.get(key)
    if (!response) {
      const message = server.reply(ME, String(body.content))
      messages.push(message)
      response = {
        post: { ...server.post(server.lastNumber)!, likedByMe: false, viewer: null },
        thread: { id: THREAD_ID, seq: server.seq, postCount: server.thread().postCount },
      }
      byKey.set(key, response)
    }
    if (state.lose > 0) {
      state.lose -= 1
      throw new TypeError('the answer was lost')
    }
    if (state.hold) await held
    return response
  })
  return {
    messages,
    state,
    release: () => {
      release()
    },
  }
}

const currentUser = (id: number, given: Partial<CurrentUser> = {}) =>
  ({ ...person(id), moderatedBoardIds: [], blocked: [], ...given }) as unknown as CurrentUser

describe('the thread page', () => {
  beforeAll(() => {
    Element.prototype.scrollIntoView = vi.fn()
  })

  beforeEach(() => {
    localStorage.clear()
    endOfList = 0
    isHidden = false
    server = new ModelServer()
    for (let count = 0; count < 5; count += 1) server.reply(OTHER, `第 ${count} 条`)
    api = new FakeApi(server)
    vi.stubGlobal('fetch', api.fetch)
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => ({ top: endOfList, bottom: endOfList, height: 0 }) as DOMRect,
    )
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'))
    const user = currentUser(ME)
    resetPage()
    signIn(forum, user)
  })

  afterEach(() => {
    cleanup()
    drafts.clear(DRAFT)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('shows the opening post as #1 and the replies under their numbers', async () => {
    server.remove(3)
    await open()
    expect(postNumbers()).toEqual([1, 2, 3, 4, 5, 6])
    expect(screen.getByText('楼主 #1')).toBeTruthy()
    expect(screen.getByText('2 楼')).toBeTruthy()
    expect(screen.getByText('该回复已被作者删除')).toBeTruthy()
  })

  it.each([
    [[], '5 回复', undefined],
    [[3, 4], '3 回复', '（另 2 条已删）'],
  ])(
    'counts the deleted replies %j apart, as the last number includes them',
    async (deleted, count, text) => {
      for (const number of deleted) server.remove(number)
      await open()
      expect(screen.getByText(count)).toBeTruthy()
      expect(document.querySelector('.thread-facts-deleted')?.textContent).toBe(text)
    },
  )

  it('counts what is in view as read in the rail at once, and offers a visitor nothing unread', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }))
    await open()
    act(() => {
      forum.update((write) => {
        const viewer = { bookmarkedPostIds: [], lastReadNumber: 3, unreadCount: 3, firstUnreadNumber: 4 }
        Object.assign(write(threadCopySlice).threads[THREAD_ID]!, { viewer })
      })
    })
    fireEvent.scroll(window)
    const rail = screen.getByRole('group', { name: '楼层尺' })
    await waitFor(() => {
      expect(within(rail).getByRole('slider').getAttribute('aria-valuenow')).toBe('6')
    })
    expect(within(rail).getByRole('button', { name: '没有未读' })).toHaveProperty('disabled', true)
    cleanup()
    resetPage()
    signIn(forum, null)
    await open()
    expect(screen.queryByRole('button', { name: '没有未读' })).toBeNull()
  })

  it('marks the posts of a member who is banned while they are read, and hides the signature with the links', async () => {
    await open()
    receive(server.reply(OTHER, '看我签名 https://ad.example/x'))
    const { author } = server.post(7)!
    const change = (status: 'banned' | 'active', signature: string) =>
      ({
        id: status,
        at: author.joinedAt,
        name: 'member:changed',
        author: { ...author, status, signature },
      }) as const
    const shown = () => [
      screen.queryAllByText('已封禁').length,
      screen.queryAllByText('代考加微信').length,
      screen.queryAllByRole('link', { name: /ad\.example/ }).length,
    ]
    act(() => {
      forum.receive([change('active', '代考加微信')])
    })
    expect(shown()).toEqual([0, 1, 1])
    act(() => {
      forum.receive([change('banned', '')])
    })
    expect(shown()).toEqual([6, 0, 0])
  })

  it('stays at the address of a thread whose merge was taken back', async () => {
    forum.update((write) => {
      write(threadCopySlice).elsewhere[THREAD_ID] = { threadId: 12, page: 1 }
    })
    const router = await open()
    expect(router.state.location.pathname).toBe('/threads/1')
    expect(forum.read(threadCopySlice).elsewhere).toEqual({})
  })

  it('says that the last replies have moved where they were, also with the newest first', async () => {
    server.split([6])
    await open('/threads/1?order=newest')
    const line = screen.getByText(/移/, { selector: '.moved-line span' })
    const newest = document.querySelector('[data-number="5"]')!
    expect(line.compareDocumentPosition(newest) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0)
  })

  it('folds the opening post to one line on later pages, where it can be expanded', async () => {
    for (let count = 0; count < 20; count += 1) server.reply(OTHER, `${count}`)
    await open(`/threads/${THREAD_ID}/page/2`)
    expect(postNumbers()).toEqual([22, 23, 24, 25, 26])
    fireEvent.click(screen.getByRole('button', { name: /展开主楼/ }))
    expect(postNumbers()).toEqual([1, 22, 23, 24, 25, 26])
  })

  it('shows the last page for a page past the end, and corrects the address', async () => {
    for (let count = 0; count < 20; count += 1) server.reply(OTHER, `${count}`)
    const router = await open(`/threads/${THREAD_ID}/page/999`)
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/threads/${THREAD_ID}/page/2`)
    })
    expect(postNumbers()).toEqual([22, 23, 24, 25, 26])
  })

  it('shows the last page that an address wants once it can be loaded', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let count = 0; count < 20; count += 1) server.reply(OTHER, `${count}`)
    let isDown = true
    api.on('GET', /^\/threads\/1$/, ({ query }) => {
      if (isDown) throw new TypeError('Failed to fetch')
      const page = query.get('page')
      return server.readPage(page === 'last' ? 2 : Number(page))
    })
    const routes = [{ path: '/threads/:threadId/page/:page', element: <ThreadScreen /> }]
    const router = createMemoryRouter(routes, { initialEntries: ['/threads/1/page/last'] })
    render(<RouterProvider router={router} />)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.getByRole('alert').textContent).toContain('无法连接服务器')
    expect(router.state.location.pathname).toBe('/threads/1/page/last')
    isDown = false
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(router.state.location.pathname).toBe('/threads/1/page/2')
    expect(postNumbers()).toEqual([22, 23, 24, 25, 26])
  })

  it('goes to the reply before the one that was asked for if that one has moved', async () => {
    server.split([6])
    await open()
    const reached: string[] = []
    for (const post of document.querySelectorAll('[id^="post-"]'))
      Object.assign(post, { scrollIntoView: () => reached.push(post.closest('[data-number]')?.id ?? '') })
    fireEvent.click(screen.getAllByRole('button', { name: '跳到楼层…' })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '6' } })
    fireEvent.submit(dialog.getByRole('textbox').closest('form')!)
    await waitFor(() => {
      expect(reached).toContain(`post-${server.post(5)!.id}`)
    })
  })

  it('redirects /posts/:id to the post on its page', async () => {
    for (let count = 0; count < 20; count += 1) server.reply(OTHER, `${count}`)
    api.on('GET', /^\/posts\/123$/, () => ({ post: { ...server.post(23)!, likedByMe: false, viewer: null } }))
    const router = await open('/posts/123')
    expect(router.state.location.pathname + router.state.location.hash).toBe(
      `/threads/${THREAD_ID}/page/2#post-123`,
    )
    await waitFor(() => {
      expect(document.activeElement?.id).toBe('post-123')
    })
  })

  it('retries /posts/:id automatically and at the press of a button', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reads = () => api.requestsTo('GET', /^\/posts\/123$/).length
    let isDown = true
    api.on('GET', /^\/posts\/123$/, () =>
      isDown
        ? new Refusal(503, 'UNAVAILABLE', '服务暂时不可用')
        : { post: { ...server.post(2)!, likedByMe: false, viewer: null } },
    )
    const routes = [
      { path: '/threads/:threadId', element: <ThreadScreen /> },
      { path: '/posts/:postId', element: <PostRedirect /> },
    ]
    const router = createMemoryRouter(routes, { initialEntries: ['/posts/123'] })
    render(<RouterProvider router={router} />)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByRole('alert').textContent).toContain('服务暂时不可用')
    const before = reads()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(reads()).toBeGreaterThan(before)
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(router.state.location.pathname).toBe(`/threads/${THREAD_ID}`)
  })

  it('says that a missing thread does not exist, with links and without a retry', async () => {
    api.on('GET', /^\/threads\/1$/, () => new Refusal(404, 'NOT_FOUND', '请求的内容不存在'))
    const routes = [{ path: '/threads/:threadId', element: <ThreadScreen /> }]
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/threads/1'] })} />)
    const error = await screen.findByRole('alert')
    expect(error.textContent).toContain('主题不存在，或已被删除')
    expect(within(error).getByRole('link', { name: '返回首页' })).toBeTruthy()
    expect(within(error).getByRole('link', { name: '全部版块' })).toBeTruthy()
    expect(within(error).queryByRole('button', { name: '重试' })).toBeNull()
  })

  it('shows why a thread cannot be loaded, and loads it once the server is reachable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    let isDown = true
    api.on('GET', /^\/threads\/1$/, () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return server.readPage(1)
    })
    const routes = [{ path: '/threads/:threadId', element: <ThreadScreen /> }]
    render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/threads/1'] })} />)
    await pass(3_000)
    const reads = () => api.requestsTo('GET', /^\/threads\/1$/).length
    for (const times of [1, 2, 3]) {
      expect(reads()).toBe(times)
      expect(screen.getByRole('alert').textContent).toContain('无法连接服务器')
      await pass(6_250)
    }
    isDown = false
    await pass(6_250)
    expect(postNumbers()).toEqual([1, 2, 3, 4, 5, 6])
    const atLast = reads()
    await pass(60_000)
    expect(reads()).toBe(atLast)
  })

  describe('a reply of another member', () => {
    it('appends a reply silently when the end of the list is in sight', async () => {
      await open()
      receive(server.reply(OTHER, '新的'))
      expect(postNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(pill()).toBe('')
      expect(document.querySelector('#post-107')?.className).toContain('post-fresh')
    })

    it('appends a reply below and shows a pill to a reader further up', async () => {
      await open()
      endOfList = 3_000
      receive(server.reply(OTHER, '一'), server.reply(OTHER, '二'))
      expect(postNumbers().slice(-2)).toEqual([7, 8])
      expect(pill()).toBe('有 2 条新回复 ↓')
      fireEvent.click(screen.getByRole('button', { name: '有 2 条新回复 ↓' }))
      expect(document.activeElement?.id).toBe('post-107')
      expect(pill()).toBe('')
    })

    it('removes the pill when the reader scrolls there', async () => {
      await open()
      endOfList = 3_000
      receive(server.reply(OTHER, '一'))
      expect(pill()).not.toBe('')
      endOfList = 100
      fireEvent.scroll(window)
      expect(pill()).toBe('')
    })

    it('does not append to a full page: the pager gains a page to which the pill leads', async () => {
      for (let count = 0; count < 15; count += 1) server.reply(OTHER, `${count}`)
      await open()
      expect(screen.queryByRole('navigation', { name: '分页导航' })).toBeNull()
      receive(server.reply(OTHER, '一'), server.reply(OTHER, '二'), server.reply(OTHER, '三'))
      expect(Math.max(...postNumbers())).toBe(21)
      expect(within(pager()).getByRole('link', { name: '第 2 页' })).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: '有 3 条新回复，查看第 2 页' }))
      await waitFor(() => {
        expect(postNumbers()).toEqual([22, 23, 24])
      })
    })

    it('changes only the pager and a small pill on an earlier page', async () => {
      for (let count = 0; count < 34; count += 1) server.reply(OTHER, `${count}`)
      await open()
      const before = postNumbers()
      receive(...Array.from({ length: 25 }, (_, count) => server.reply(OTHER, `新 ${count}`)))
      expect(postNumbers()).toEqual(before)
      expect(within(pager()).getByRole('link', { name: '第 4 页' })).toBeTruthy()
      expect(pill()).toBe('有 25 条新回复，查看第 2 页')
    })

    it('counts new replies in the title while the tab is hidden, and draws a line before them afterwards', async () => {
      await open()
      isHidden = true
      fireEvent(document, new Event('visibilitychange'))
      receive(server.reply(OTHER, '一'), server.reply(OTHER, '二'))
      expect(document.title).toMatch(/^\[\+2\] 标题/)
      isHidden = false
      fireEvent(document, new Event('visibilitychange'))
      expect(document.title).toMatch(/^标题/)
      const line = screen.getByText('以下为新回复')
      expect(line.nextElementSibling?.id).toBe('post-107')
    })

    it('tells a writing member above the button, without touching the box', async () => {
      await open()
      write('写到一半')
      receive(server.reply(OTHER, '一'), server.reply(OTHER, '二'))
      expect(screen.getByRole('button', { name: '你写的时候又来了 2 条回复' })).toBeTruthy()
      expect(box().value).toBe('写到一半')
    })

    it('does not count a reply that is deleted again', async () => {
      await open()
      endOfList = 3_000
      receive(server.reply(OTHER, '一'), server.reply(OTHER, '二'), server.remove(7))
      expect(pill()).toBe('有 1 条新回复 ↓')
    })
  })

  it('turns a deleted post into a tombstone in place, which its quotes reflect', async () => {
    server.reply(OTHER, '说得对', 3)
    await open()
    receive(server.remove(3))
    expect(postNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(document.querySelector('#post-103')?.textContent).toContain('该回复已被作者删除')
    expect(document.querySelector('#post-107 .quoted-post')?.textContent).toContain('原帖已删除')
  })

  it('keeps the posts on screen when the thread is deleted, and accepts no more replies', async () => {
    await open()
    receive(server.change({ isDeleted: true }))
    expect(screen.getByText('该主题已被删除')).toBeTruthy()
    expect(postNumbers()).toHaveLength(6)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  describe('the quick reply', () => {
    it('refuses a blank reply, and a preview of nothing', async () => {
      await open()
      write(' \u3000\n')
      fireEvent.click(sendButton())
      expect(screen.getByText('请输入回复内容')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: '预览' }))
      expect(screen.getByText('请先输入内容再预览')).toBeTruthy()
      expect(api.requestsTo('POST', /^\/posts$/)).toHaveLength(0)
    })

    it('previews the reply', async () => {
      await open()
      write('[b]粗[/b]')
      fireEvent.click(screen.getByRole('button', { name: '预览' }))
      expect(document.querySelector('.composer-preview strong')?.textContent).toBe('粗')
      fireEvent.click(screen.getByRole('button', { name: '继续编辑' }))
      expect(box().value).toBe('[b]粗[/b]')
    })

    it('sends with Ctrl + Enter or ⌘ + Enter; Enter alone only begins a line', async () => {
      acceptReplies()
      await open()
      write('好')
      fireEvent.keyDown(box(), { key: 'Enter' })
      expect(api.requestsTo('POST', /^\/posts$/)).toHaveLength(0)
      fireEvent.keyDown(box(), { key: 'Enter', metaKey: true })
      await waitFor(() => {
        expect(postNumbers().at(-1)).toBe(7)
      })
    })

    it('does not send while an input method is composing, nor at the moment it ends', async () => {
      acceptReplies()
      await open()
      write('ni hao')
      fireEvent.compositionStart(box())
      fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
      fireEvent.compositionEnd(box())
      fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true })
      expect(api.requestsTo('POST', /^\/posts$/)).toHaveLength(0)
    })

    it('shows a pending reply without a number, then in its place, and never as new', async () => {
      const replies = acceptReplies()
      replies.state.hold = true
      await open()
      endOfList = 3_000
      write('我的回复')
      fireEvent.click(sendButton())
      await waitFor(() => {
        expect(replies.messages).toHaveLength(1)
      })
      const ghost = document.querySelector('.post-pending')!
      expect(ghost.textContent).toContain('发送中…')
      expect(ghost.textContent).toContain('…')
      expect(ghost.hasAttribute('data-number')).toBe(false)
      // Its event arrives before its response.
      receive(...replies.messages)
      expect(screen.getAllByText('我的回复', { selector: 'p' })).toHaveLength(1)
      replies.release()
      await waitFor(() => {
        expect(document.querySelector('.post-pending')).toBeNull()
      })
      receive(...replies.messages)
      expect(screen.getAllByText('我的回复', { selector: 'p' })).toHaveLength(1)
      expect(postNumbers().at(-1)).toBe(7)
      expect(pill()).toBe('')
      expect(document.querySelector('#post-107')?.className).not.toContain('post-fresh')
      expect(box().value).toBe('')
      expect(localStorage.getItem(DRAFT)).toBeNull()
    })

    it('retries once under the same key when the response is lost, and posts once', async () => {
      const replies = acceptReplies()
      replies.state.lose = 1
      await open()
      write('网不好')
      fireEvent.click(sendButton())
      await waitFor(() => {
        expect(postNumbers().at(-1)).toBe(7)
      })
      const keys = api.requestsTo('POST', /^\/posts$/).map(({ key }) => key)
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
      expect(server.lastNumber).toBe(7)
    })

    it('keeps the text and offers a retry under the same key when both responses are lost', async () => {
      const replies = acceptReplies()
      replies.state.lose = 2
      await open()
      write('网很不好')
      fireEvent.click(sendButton())
      await screen.findByText('没有发出去：网络已断开')
      expect(box().value).toBe('网很不好')
      expect(localStorage.getItem(DRAFT)).toContain('网很不好')
      fireEvent.click(sendButton())
      await waitFor(() => {
        expect(server.lastNumber).toBe(7)
        expect(box().value).toBe('')
      })
      expect(new Set(api.requestsTo('POST', /^\/posts$/).map(({ key }) => key)).size).toBe(1)
      expect(server.lastNumber).toBe(7)
      expect(box().value).toBe('')
    })

    it('takes the event of the reply for the lost response', async () => {
      const replies = acceptReplies()
      replies.state.lose = 2
      await open()
      write('其实发出去了')
      fireEvent.click(sendButton())
      await screen.findByText('没有发出去：网络已断开')
      receive(...replies.messages)
      expect(document.querySelector('.post-pending')).toBeNull()
      expect(box().value).toBe('')
      expect(screen.getAllByText('其实发出去了', { selector: 'p' })).toHaveLength(1)
    })

    it('sends a reply again once the connection is back', async () => {
      let isDown = true
      api.on('POST', /^\/posts$/, ({ body }) => {
        if (isDown) throw new TypeError('Failed to fetch')
        server.reply(ME, String(body.content))
        return {
          post: { ...server.post(server.lastNumber)!, likedByMe: false, viewer: null },
          thread: { id: THREAD_ID, seq: server.seq, postCount: server.thread().postCount },
        }
      })
      await open()
      write('等网回来')
      fireEvent.click(sendButton())
      await screen.findByRole('button', { name: '恢复连接后会自动发送，点这里取消' })
      isDown = false
      fireEvent(window, new Event('online'))
      await waitFor(() => {
        expect(box().value).toBe('')
      })
      expect(server.lastNumber).toBe(7)
    })

    it('counts down the wait of a rate limit and gives the button back', async () => {
      const tooFast = new Refusal(429, 'TOO_MANY_REQUESTS', '操作太频繁，请稍后再试', 2)
      api.on('POST', /^\/posts$/, () => tooFast)
      await open()
      vi.useFakeTimers()
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
      write('太快了')
      fireEvent.click(sendButton())
      await pass(100)
      expect(screen.getByText('发帖太快了，请 2 秒后再试')).toBeTruthy()
      expect(sendButton()).toHaveProperty('disabled', true)
      await pass(1_000)
      expect(screen.getByText('发帖太快了，请 1 秒后再试')).toBeTruthy()
      await pass(1_000)
      expect(screen.queryByText(/发帖太快了/)).toBeNull()
      expect(sendButton()).toHaveProperty('disabled', false)
      expect(box().value).toBe('太快了')
    })

    it('says why a reply was refused and keeps it', async () => {
      api.on('POST', /^\/posts$/, () => new Refusal(403, 'MUTED', '你已被禁言，暂时不能发言'))
      await open()
      write('说句话')
      fireEvent.click(sendButton())
      expect(await screen.findByText('你已被禁言，暂时不能发言')).toBeTruthy()
      expect(box().value).toBe('说句话')
      expect(document.querySelector('.post-pending')).toBeNull()
    })

    it('says that the forum can only be read, keeps the text, and can be sent again at once', async () => {
      const notice = '本站正在维护，暂时只能浏览，请稍后再试'
      api.on('POST', /^\/posts$/, () => new Refusal(503, 'UNAVAILABLE', notice, 60))
      await open()
      write('维护时写的')
      fireEvent.click(sendButton())
      expect(await screen.findByText(notice)).toBeTruthy()
      expect(box().value).toBe('维护时写的')
      expect(box().readOnly).toBe(false)
      expect(sendButton()).toHaveProperty('disabled', false)
    })

    it('leaves the reader in place, with a link to a reply that is on another page', async () => {
      for (let count = 0; count < 20; count += 1) server.reply(OTHER, `${count}`)
      acceptReplies()
      const router = await open()
      write('从第一页回的')
      fireEvent.click(sendButton())
      const link = await screen.findByRole('link', { name: '去看' })
      expect(router.state.location.pathname).toBe(`/threads/${THREAD_ID}`)
      fireEvent.click(link)
      await waitFor(() => {
        expect(router.state.location.pathname).toBe(`/threads/${THREAD_ID}/page/2`)
      })
      expect(await screen.findByText('从第一页回的')).toBeTruthy()
    })

    it('is replaced by a notice when the thread is locked, with the text to be copied', async () => {
      await open()
      write('写了好久')
      receive(server.change({ isLocked: true }))
      expect(screen.getByRole('alert').textContent).toBe(
        '主题已被锁定，暂时无法回复。你写的内容已保存，可复制留用。',
      )
      expect(box().readOnly).toBe(true)
      expect(box().value).toBe('写了好久')
      expect(screen.queryByRole('button', { name: '发表回复' })).toBeNull()
      receive(server.change({ isLocked: false }))
      expect(box().readOnly).toBe(false)
      expect(box().value).toBe('写了好久')
    })

    it('is missing from a locked thread', async () => {
      server.change({ isLocked: true })
      await open()
      expect(screen.getByText('本主题已锁定，不能回复')).toBeTruthy()
      expect(screen.queryByRole('textbox')).toBeNull()
    })

    it('is replaced by a notice while the reader is muted, with the text to be copied', async () => {
      const mutedUntil = new Date(Date.now() + 60 * 60 * 1_000).toISOString()
      const user = currentUser(ME, { mutedUntil })
      await open()
      write('写到一半')
      signIn(forum, user)
      expect(await screen.findByText(/^你已被禁言至/)).toBeTruthy()
      expect(box().readOnly).toBe(true)
      expect(box().value).toBe('写到一半')
      expect(screen.queryByRole('button', { name: '发表回复' })).toBeNull()
      act(() => {
        signIn(forum, { ...user, mutedUntil: null })
      })
      expect(box().readOnly).toBe(false)
    })

    it('is opened by a moderator in a locked thread, and stays open while text is deleted', async () => {
      const user = currentUser(ME, { role: 'moderator' })
      signIn(forum, user)
      server.change({ isLocked: true })
      await open()
      expect(screen.getByText('本主题已锁定，只有管理人员能回复')).toBeTruthy()
      expect(screen.queryByRole('textbox')).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: '仍要回复' }))
      await waitFor(() => {
        expect(document.activeElement).toBe(box())
      })
      write('结案')
      write('')
      expect(box().readOnly).toBe(false)
    })

    it('stays open for a moderator who is writing when the thread is locked', async () => {
      const user = currentUser(ME, { role: 'moderator' })
      signIn(forum, user)
      await open()
      write('写了一半')
      const before = box()
      receive(server.change({ isLocked: true }))
      expect(box()).toBe(before)
      expect(box().value).toBe('写了一半')
      expect(sendButton()).toBeTruthy()
    })

    it('restores what was written on an earlier visit, and says so', async () => {
      const user = currentUser(10)
      signIn(forum, user)
      const stored = draftKey(user.id, replyDraftKey(THREAD_ID))
      localStorage.setItem(stored, JSON.stringify({ content: '昨天写的' }))
      await open()
      expect(box().value).toBe('昨天写的')
      expect(screen.getByText('已恢复上次没发出的内容')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: '清空草稿' }))
      expect(box().value).toBe('')
    })

    it('inserts a quote and remembers the quoted reply, but not the opening post', async () => {
      acceptReplies()
      await open()
      const quoteOf = (id: number) =>
        within(document.querySelector<HTMLElement>(`#post-${id}`)!).getByRole('button', { name: '引用' })
      fireEvent.click(quoteOf(103))
      expect(box().value).toBe('[quote="会员2" post=103]第 1 条[/quote]\n')
      fireEvent.click(sendButton())
      await waitFor(() => {
        expect(api.requestsTo('POST', /^\/posts$/)[0]?.body.quotedPostId).toBe(103)
      })
      await waitFor(() => {
        expect(box().value).toBe('')
      })
      fireEvent.click(quoteOf(101))
      fireEvent.click(sendButton())
      await waitFor(() => {
        expect(box().value).toBe('')
      })
      expect(api.requestsTo('POST', /^\/posts$/)[1]?.body.quotedPostId).toBeNull()
    })

    it('quotes and likes the post that has the focus by key', async () => {
      api.on('POST', /^\/posts\/103\/like$/, () => ({ liked: true, likeCount: 1 }))
      await open()
      document.querySelector<HTMLElement>('#post-103')!.focus()
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
        () => ({ top: 10, bottom: 50, height: 40 }) as DOMRect,
      )
      fireEvent.keyDown(document.activeElement!, { key: 'l' })
      await waitFor(() => {
        expect(api.requestsTo('POST', /^\/posts\/103\/like$/)).toHaveLength(1)
      })
      fireEvent.keyDown(document.activeElement!, { key: 'q' })
      expect(box().value).toContain('post=103]第 1 条[/quote]')
    })

    it('leaves the form in the page on Esc for the post from which a key opened it, and keeps the text', async () => {
      vi.stubGlobal('matchMedia', (media: string) =>
        Object.assign(new EventTarget(), { matches: media === '(min-width: 1024px)' }),
      )
      await open()
      const post = document.querySelector<HTMLElement>('#post-103')!
      post.focus()
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
        () => ({ top: 10, bottom: 50, height: 40 }) as DOMRect,
      )
      fireEvent.keyDown(post, { key: 'q' })
      expect(document.querySelector('.reply-docked')).toBeNull()
      expect(document.activeElement).toBe(box())
      const quoted = box().value

      // This Esc belongs to the input method; Safari says so only by the key code.
      fireEvent.keyDown(box(), { key: 'Escape', isComposing: true })
      fireEvent.keyDown(box(), { key: 'Escape', keyCode: 229 })
      expect(document.activeElement).toBe(box())

      fireEvent.keyDown(box(), { key: 'Escape' })
      expect(document.activeElement).toBe(post)
      expect(box().value).toBe(quoted)
    })

    it('asks an anonymous visitor to sign in, and remembers the place', async () => {
      signIn(forum, null)
      await open()
      expect(screen.getByText('登录后才能回复')).toBeTruthy()
      expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login')
    })
  })

  describe('editing', () => {
    beforeEach(() => {
      server.reply(ME, '我的旧文字')
    })
    afterEach(() => {
      drafts.clear(draftKey(ME, editDraftKey(107)))
    })
    const editBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '内容' })
    const startEditing = () => {
      fireEvent.click(screen.getByRole('button', { name: '编辑' }))
    }

    it('saves an edit with the version on which it is based', async () => {
      api.on('PUT', /^\/posts\/107$/, ({ body }) => {
        server.edit(7, String(body.content), ME, String(body.note))
        return { post: { ...server.post(7)!, likedByMe: false, viewer: null } }
      })
      await open()
      startEditing()
      fireEvent.change(editBox(), { target: { value: '新文字' } })
      fireEvent.change(screen.getByRole('textbox', { name: '改了什么' }), { target: { value: '补了费用' } })
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      await waitFor(() => {
        expect(document.querySelector('.post-editor')).toBeNull()
      })
      const body = { content: '新文字', version: 1, note: '补了费用' }
      expect(api.requestsTo('PUT', /^\/posts/)[0]?.body).toEqual(body)
      expect(document.querySelector('#post-107')?.textContent).toContain('新文字')
      expect(document.querySelector('#post-107')?.textContent).toContain('最近修改：补了费用')
    })

    it.each([
      ['returns the focus to the post once an edit is saved', false],
      ['leaves the focus with a reader who has gone on before an edit is saved', true],
    ])('%s', async (_, hasGoneOn) => {
      api.on('PUT', /^\/posts\/107$/, ({ body }) => {
        server.edit(7, String(body.content), ME)
        return { post: { ...server.post(7)!, likedByMe: false, viewer: null } }
      })
      await open()
      startEditing()
      fireEvent.change(editBox(), { target: { value: '新文字' } })
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      const elsewhere = screen.getAllByRole('button', { name: '更多操作' })[0]!
      if (hasGoneOn) elsewhere.focus()
      await waitFor(() => {
        expect(document.querySelector('.post-editor')).toBeNull()
      })
      expect(document.activeElement).toBe(hasGoneOn ? elsewhere : document.querySelector('#post-107'))
    })

    it('shows another member’s change at once, keeps what is typed, and lets the member choose', async () => {
      api.on('PUT', /^\/posts\/107$/, ({ body }) =>
        body.version === server.post(7)?.version
          ? {
              post: {
                ...(server.edit(7, String(body.content), ME), server.post(7)!),
                likedByMe: false,
                viewer: null,
              },
            }
          : new Refusal(409, 'CONFLICT', '内容已被他人修改，请核对后再试'),
      )
      await open()
      startEditing()
      fireEvent.change(editBox(), { target: { value: '我在改' } })
      receive(server.edit(7, '版主改的', 5))
      expect(screen.getByText('该帖子已被 会员5 修改，请核对后再保存')).toBeTruthy()
      expect(editBox().value).toBe('我在改')

      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      expect(await screen.findByText('内容已被他人修改，请核对后再试')).toBeTruthy()
      expect(editBox().value).toBe('我在改')

      fireEvent.click(screen.getByRole('button', { name: '仍用我的版本' }))
      await waitFor(() => {
        expect(document.querySelector('.post-editor')).toBeNull()
      })
      expect(server.post(7)?.content).toBe('我在改')
    })

    it('learns of the other change from the refusal if its event was lost', async () => {
      api.on('PUT', /^\/posts\/107$/, () => new Refusal(409, 'CONFLICT', '内容已被他人修改，请核对后再试'))
      await open()
      startEditing()
      fireEvent.change(editBox(), { target: { value: '我在改' } })
      server.edit(7, '版主改的', 5)
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      expect(await screen.findByText('该帖子已被 会员5 修改，请核对后再保存')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: '改用对方的版本' }))
      expect(editBox().value).toBe('版主改的')
    })

    it('refuses an empty post', async () => {
      await open()
      startEditing()
      fireEvent.change(editBox(), { target: { value: '  ' } })
      fireEvent.click(screen.getByRole('button', { name: '保存' }))
      expect(screen.getByText('帖子内容不能为空')).toBeTruthy()
    })
  })

  it('shows a like at once, and reverts it when the server refuses', async () => {
    let response: (value: unknown) => void = () => undefined
    api.on(
      'POST',
      /^\/posts\/102\/like$/,
      () =>
        new Promise((resolve) => {
          response = resolve
        }),
    )
    await open()
    const like = () =>
      within(document.querySelector<HTMLElement>('#post-102')!).getByRole('button', { name: /赞/ })
    fireEvent.click(like())
    expect(like().textContent).toBe('已赞 1')
    await waitFor(() => {
      expect(api.requestsTo('POST', /like/)).toHaveLength(1)
    })
    expect(api.requestsTo('POST', /like/)[0]?.body).toEqual({ liked: true })
    await act(async () => {
      response(new Refusal(429, 'TOO_MANY_REQUESTS'))
    })
    await waitFor(() => {
      expect(like().textContent).toBe('赞')
    })
  })
})
