import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, type Call } from '../lib/api'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { aMessage } from '../testing/messages'
import { renderAt } from '../testing/render'
import { draftKey, drafts } from '../state/drafts'
import { liveSlice } from '../state/live'
import { TalkForm } from './TalkForm'

const OFFLINE = '没有发出去：网络已断开'
const OFFER = '恢复连接后自动发送'
const WAITING = '恢复连接后会自动发送，点这里取消'

let isDown: boolean
let sent: unknown[]

/** Sets whether the live connection is there. */
const connect = (status: 'connected' | 'disconnected') => {
  act(() => {
    forum.update((write) => {
      write(liveSlice).connection.status = status
    })
  })
}
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const offer = () => screen.queryByRole('button', { name: OFFER })
const waiting = () => screen.getByRole('button', { name: WAITING })

beforeEach(() => {
  localStorage.clear()
  resetPage()
  signIn(forum, { ...aMember(), id: 7 })
  isDown = true
  sent = []
  vi.spyOn(forum, 'call').mockImplementation(((name: string, options: { body: unknown }) => {
    if (name !== 'sendMessage') return Promise.resolve()
    if (isDown) return Promise.reject(new ApiError(0, 'NETWORK', '无法连接服务器，请检查网络'))
    sent.push(options.body)
    return Promise.resolve({ message: aMessage({ id: 1 }) })
  }) as unknown as Call)
})
afterEach(() => {
  vi.restoreAllMocks()
  drafts.clear(draftKey(7, 'message:with:3'))
})

/** Sends a message while the line is down. */
async function sendOffline() {
  connect('disconnected')
  renderAt('/', <TalkForm correspondent={3} name="老王" lastSubject="合租" />)
  fireEvent.change(box(), { target: { value: '断网时写的' } })
  fireEvent.click(screen.getByRole('button', { name: '发送' }))
  await screen.findByText(OFFLINE)
}

it.each([
  [
    'the browser is online',
    () => {
      fireEvent(window, new Event('online'))
    },
  ],
  [
    'events arrive',
    () => {
      connect('connected')
    },
  ],
])(
  'says that the line is down only until %s, and keeps a text that must not go of its own accord',
  async (_when, comeBack) => {
    await sendOffline()
    expect(screen.queryByText(/无法连接服务器/)).toBeNull()
    expect(box().value).toBe('断网时写的')
    fireEvent.click(waiting())
    expect(offer()).not.toBeNull()
    isDown = false
    comeBack()
    expect(screen.queryByText(OFFLINE)).toBeNull()
    expect(offer()).toBeNull()
    expect(screen.getByText('没有发出去，请重试')).toBeDefined()
    expect(box().value).toBe('断网时写的')
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '发送' }))
    await waitFor(() => {
      expect(box().value).toBe('')
    })
    expect(screen.queryByText(/没有发出去/)).toBeNull()
  },
)

it('sends the message again once the connection is back', async () => {
  await sendOffline()
  waiting()
  isDown = false
  connect('connected')
  await waitFor(() => {
    expect(box().value).toBe('')
  })
  expect(sent).toMatchObject([{ recipientId: 3, subject: 'Re: 合租', content: '断网时写的' }])
  expect(screen.queryByText(/没有发出去/)).toBeNull()
})

it('sends nothing once the connection is back if the text was removed meanwhile', async () => {
  await sendOffline()
  fireEvent.change(box(), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: OFFER }))
  isDown = false
  connect('connected')
  expect(sent).toEqual([])
})

it('sends nothing once the connection is back if the member has gone on writing, unless that is agreed to', async () => {
  await sendOffline()
  fireEvent.change(box(), { target: { value: '断网时写的，还没写' } })
  expect(offer()).not.toBeNull()
  isDown = false
  connect('connected')
  expect(sent).toEqual([])
  expect(box().value).toBe('断网时写的，还没写')
})
