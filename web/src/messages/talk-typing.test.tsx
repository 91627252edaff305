import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Call } from '../lib/api'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { aMessage } from '../testing/messages'
import { person } from '../testing/model-server'
import { renderAt } from '../testing/render'
import { TalkForm } from './TalkForm'
import { TalkTyping } from './TalkTyping'

const at = '2026-11-20T09:00:00.000Z'
const typing = (id: number) =>
  act(() => {
    forum.receive([{ name: 'message:typing', id: `${id} types`, at, user: person(id), conversationId: null }])
  })
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const isShown = () => screen.queryByText('正在输入…') !== null

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(at) })
  localStorage.clear()
  resetPage()
  signIn(forum, { ...aMember(), id: 7 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('shows that the other party is writing for six seconds after each event', () => {
  renderAt('/', <TalkTyping correspondent={3} />)
  typing(5)
  expect(isShown()).toBe(false)
  typing(3)
  expect(isShown()).toBe(true)
  pass(4_000)
  typing(3)
  pass(5_000)
  expect(isShown()).toBe(true)
  pass(1_100)
  expect(isShown()).toBe(false)
})

it('ends the notice once the message arrives', () => {
  renderAt('/', <TalkTyping correspondent={3} />)
  typing(3)
  act(() => {
    forum.receive([{ name: 'message:created', id: 'arrived', at, message: aMessage({ id: 1 }) }])
  })
  expect(isShown()).toBe(false)
})

it('never shows the writing of a blocked member', () => {
  signIn(forum, { ...aMember(), id: 7, blocked: [{ ...person(3), moderatedBoardIds: [] }] })
  renderAt('/', <TalkTyping correspondent={3} />)
  typing(3)
  expect(isShown()).toBe(false)
})

it('says that the member is writing at most every three seconds', () => {
  const call = vi.spyOn(forum, 'call').mockImplementation((() => Promise.resolve()) as unknown as Call)
  renderAt('/', <TalkForm correspondent={3} name="老王" lastSubject="合租" />)
  const box = screen.getByRole('textbox')
  const type = (value: string) => {
    fireEvent.change(box, { target: { value } })
  }
  const said = () => call.mock.calls.filter(([name]) => name === 'showTyping')
  type('周')
  type('周六')
  expect(said()).toEqual([['showTyping', { body: { userId: 3 } }]])
  vi.setSystemTime(new Date(Date.parse(at) + 3_000))
  type('周六可以')
  expect(said()).toHaveLength(2)
  type('')
  expect(said()).toHaveLength(2)
})
