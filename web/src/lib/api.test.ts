import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '@forum/shared/limits'
import { UPLOAD_TIMEOUT_MS } from './limits'
import { ApiError, call } from './api'
import {
  beforeLeaving,
  onSessionEnd,
  readToken,
  rememberPlace,
  setNavigate,
  storeToken,
  consumeRememberedPlace,
} from './session'

const response = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
const refusal = (status: number, code: string) => response(status, { code, message: '不行', requestId: 'r' })

describe('call', () => {
  const fetched = vi.fn<typeof fetch>()
  const navigate = vi.fn()

  beforeEach(() => {
    localStorage.clear()
    fetched.mockReset()
    navigate.mockReset()
    setNavigate(navigate)
    vi.stubGlobal('fetch', fetched)
    history.replaceState(null, '', '/threads/5?x=1#post-7')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('fills in path and query from the contract, and sends token and language', async () => {
    storeToken('t0ken')
    fetched.mockResolvedValue(response(200, { seq: 1 }))
    await call('threadChanges', { params: { threadId: 5 }, query: { since: 12 } })
    const [url, init] = fetched.mock.calls[0]!
    expect(url).toBe('/api/threads/5/changes?since=12')
    expect(init).toMatchObject({ method: 'GET', credentials: 'include' })
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer t0ken', 'Accept-Language': 'zh' })
  })

  it('sends the body and the idempotency key', async () => {
    fetched.mockResolvedValue(response(201, {}))
    await call('createPost', { body: { content: '好', threadId: 5 }, idempotencyKey: 'k' })
    const [url, init] = fetched.mock.calls[0]!
    expect([url, init?.method, init?.body]).toEqual(['/api/posts', 'POST', '{"content":"好","threadId":5}'])
    expect(init?.headers).toMatchObject({ 'Idempotency-Key': 'k', 'Content-Type': 'application/json' })
  })

  it('turns a refusal into code, text, fields and retry time', async () => {
    fetched.mockResolvedValue(
      response(
        429,
        {
          code: 'TOO_MANY_REQUESTS',
          message: '太快了',
          errors: [{ field: 'title', code: 'x', message: '标题' }],
        },
        { 'Retry-After': '7' },
      ),
    )
    const error = await call('listBoards').catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: '太快了',
      retryAfterSeconds: 7,
      fields: [{ field: 'title', code: 'x', message: '标题' }],
      isUncertain: false,
    })
  })

  it('turns the error page of a proxy into an error with a code', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    await expect(call('listBoards')).rejects.toMatchObject({
      status: 502,
      code: 'UNAVAILABLE',
      isUncertain: true,
    })
  })

  it('reports an unreachable server', async () => {
    fetched.mockRejectedValue(new TypeError('failed'))
    await expect(call('listBoards')).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  })

  it('times out after ten seconds', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reject(new Error('aborted'))
          })
        }),
    )
    const failure = call('listBoards').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failure).toMatchObject({ status: 0, code: 'TIMEOUT' })
  })

  describe('on 401', () => {
    it('saves drafts, drops the token, stores the path, goes home and throws', async () => {
      storeToken('dead')
      const order: string[] = []
      const off = [
        beforeLeaving(() => order.push(`save with ${String(readToken())}`)),
        onSessionEnd(() => order.push('ended')),
      ]
      navigate.mockImplementation(() => order.push('left'))
      fetched.mockResolvedValue(refusal(401, 'UNAUTHENTICATED'))
      await expect(call('listBoards')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(order).toEqual(['save with dead', 'ended', 'left'])
      expect(navigate.mock.calls.map(([path]) => path as string)).toEqual(['/'])
      expect(readToken()).toBeNull()
      expect(consumeRememberedPlace()).toBe('/threads/5?x=1#post-7')
      for (const undo of off) undo()
    })

    it('stays on the home page without storing a path', async () => {
      history.replaceState(null, '', '/')
      storeToken('dead')
      fetched.mockResolvedValue(refusal(401, 'UNAUTHENTICATED'))
      await expect(call('listBoards')).rejects.toThrow()
      expect(navigate).not.toHaveBeenCalled()
      expect(localStorage.getItem('redirectAfterLogin')).toBeNull()
      expect(readToken()).toBeNull()
    })

    it('does not navigate after a failed sign-in or the check at start-up', async () => {
      storeToken('t')
      fetched.mockImplementation(async () => refusal(401, 'INVALID_CREDENTIALS'))
      await expect(call('login', { body: { username: 'a', password: 'b' } })).rejects.toThrow()
      await expect(call('me', { quiet: true })).rejects.toThrow()
      expect(navigate).not.toHaveBeenCalled()
      expect(readToken()).toBe('t')
    })

    it('keeps a token that is newer than the refused one', async () => {
      storeToken('old')
      fetched.mockImplementation(async () => {
        storeToken('new')
        return refusal(401, 'UNAUTHENTICATED')
      })
      await expect(call('listBoards')).rejects.toThrow()
      expect(readToken()).toBe('new')
      expect(navigate).not.toHaveBeenCalled()
    })
  })
})

describe('a file that is sent', () => {
  class Request extends EventTarget {
    static last: Request
    upload = new EventTarget()
    status = 0
    responseText = ''
    headers: Record<string, string> = {}
    send = vi.fn((_form: FormData) => {
      Request.last = this
    })
    open = vi.fn()
    abort = vi.fn()
    setRequestHeader = vi.fn()
    getResponseHeader = (name: string) => this.headers[name] ?? null
    progress(loaded: number) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }))
    }
    end(status: number, body: unknown, headers: Record<string, string> = {}) {
      Object.assign(this, { status, responseText: JSON.stringify(body), headers })
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  const onProgress = vi.fn()
  const send = async (signal?: AbortSignal) => {
    const file = new File(['abc'], '照片.png')
    const sent = call('createAttachment', { file, onProgress, ...(signal ? { signal } : {}) })
    sent.catch(() => undefined)
    await vi.dynamicImportSettled()
    return { sent, request: Request.last }
  }

  beforeEach(() => {
    onProgress.mockReset()
    vi.stubGlobal('XMLHttpRequest', Request)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('allows any time while a file makes progress, and reports the uploaded share', async () => {
    const { sent, request } = await send()
    for (const loaded of [20, 60, 100]) {
      vi.advanceTimersByTime(REQUEST_TIMEOUT_MS - 1)
      request.progress(loaded)
    }
    expect(onProgress.mock.calls).toEqual([[0.2], [0.6], [1]])
    const form = request.send.mock.calls[0]?.[0]
    expect(form?.get('file')).toMatchObject({ name: '照片.png' })
    request.end(201, { attachment: { id: 5 } }, { 'Content-Type': 'application/json' })
    await expect(sent).resolves.toMatchObject({ attachment: { id: 5 } })
  })

  it('waits for the server to process a file that was sent', async () => {
    const { sent, request } = await send()
    request.progress(100)
    request.upload.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(UPLOAD_TIMEOUT_MS - 1)
    request.end(201, { attachment: { id: 6 } }, { 'Content-Type': 'application/json' })
    await expect(sent).resolves.toMatchObject({ attachment: { id: 6 } })
    const late = await send()
    late.request.upload.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(UPLOAD_TIMEOUT_MS)
    await expect(late.sent).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('aborts an upload without progress, or on request of its caller', async () => {
    const late = await send()
    vi.advanceTimersByTime(REQUEST_TIMEOUT_MS)
    await expect(late.sent).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(late.request.abort).toHaveBeenCalled()
    const abort = new AbortController()
    const cancelled = await send(abort.signal)
    abort.abort()
    await expect(cancelled.sent).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('refuses an upload with the code, text and retry time of any other call', async () => {
    const { sent, request } = await send()
    request.end(
      429,
      { code: 'RATE_LIMITED', message: '太快了' },
      { 'Content-Type': 'application/json', 'Retry-After': '7' },
    )
    await expect(sent).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: '太快了',
      retryAfterSeconds: 7,
    })
  })
})

describe('the path to return to after sign-in', () => {
  beforeEach(() => {
    localStorage.clear()
  })
  it.each([
    ['/threads/5/page/2', '/threads/5/page/2'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/login', '/'],
    ['/register?x', '/'],
    ['/loginhelp', '/loginhelp'],
  ])('returns from %s to %s, once', (stored, expected) => {
    localStorage.setItem('redirectAfterLogin', stored)
    expect(consumeRememberedPlace()).toBe(expected)
    expect(consumeRememberedPlace()).toBe('/')
  })
  it('is kept when a visitor goes from one form of signing in to the other', () => {
    rememberPlace('/threads/5')
    rememberPlace('/register?invitation=ABCDEF2345')
    rememberPlace('/login')
    expect(consumeRememberedPlace()).toBe('/threads/5')
  })
})
