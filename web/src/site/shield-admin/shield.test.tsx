import { type ShieldSettings } from '@forum/shared/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { ShieldScreen } from './ShieldScreen'

interface Options {
  body: { settings: { shield: Partial<ShieldSettings> } }
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const sent = () =>
  calls.mock.calls.filter(([name]) => name === 'setSettings').map(([, options]) => options?.body.settings)

const REFUSALS = { challenge: 1204, honeypot: 88, question: 7, blockedDomains: 5, throwaway: 31 }
/** The shield as the server has it. */
let stored: ShieldSettings

beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'admin' }))
  stored = {
    challenge: true,
    honeypot: true,
    throwaway: false,
    question: null,
    blockedDomains: ['spam.example'],
  }
  calls.mockReset().mockImplementation(async (name, options) => {
    if (name === 'getShieldRefusals') return { refusals: REFUSALS }
    if (options) stored = { ...stored, ...options.body.settings.shield }
    return { settings: { shield: stored } }
  })
})

const show = () => renderAt('/admin/shield', <ShieldScreen />)
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const type = (label: RegExp, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })

it('shows beside each part how many registrations it has refused', async () => {
  show()
  expect((await box(/^注册前让浏览器算一道题 拒绝 1204 次/)).checked).toBe(true)
  expect((await box(/^放一个人看不见的空格 拒绝 88 次/)).checked).toBe(true)
  expect((await box(/^不收一次性邮箱 拒绝 31 次/)).checked).toBe(false)
  const counted = document.body.textContent
  expect(counted).toMatch(/站长的问题[^]*拒绝 7 次[^]*不收的邮箱域名[^]*拒绝 5 次/)
})

it('sends only the parts that were changed, so that those of another admin stay', async () => {
  show()
  fireEvent.click(await box(/^不收一次性邮箱/))
  type(/^不收的邮箱域名/, 'spam.example\n\n  junk.example ')
  fireEvent.click(save())
  await waitFor(() => {
    expect(sent()).toEqual([
      { shield: { throwaway: true, blockedDomains: ['spam.example', 'junk.example'] } },
    ])
  })
  await waitFor(() => {
    expect(save().disabled).toBe(true)
  })
  expect((await box(/^不收一次性邮箱/)).checked).toBe(true)
})

it('asks for the answers of a question, and ends the question when it is emptied', async () => {
  show()
  await box(/^不收一次性邮箱/)
  type(/^站长的问题/, '本站的吉祥物？')
  fireEvent.click(save())
  expect(await screen.findByText('请至少写一个答案')).toBeDefined()
  expect(sent()).toEqual([])
  type(/^对的答案/, '熊猫\n panda ')
  fireEvent.click(save())
  await waitFor(() => {
    expect(sent()).toEqual([{ shield: { question: { text: '本站的吉祥物？', answers: ['熊猫', 'panda'] } } }])
  })
  await waitFor(() => {
    expect(save().disabled).toBe(true)
  })
  type(/^站长的问题/, ' ')
  fireEvent.click(save())
  await waitFor(() => {
    expect(sent()[1]).toEqual({ shield: { question: null } })
  })
})

it('keeps what was typed when it is refused, and says why', async () => {
  show()
  await box(/^不收一次性邮箱/)
  calls.mockRejectedValueOnce(new ApiError(400, 'VALIDATION_FAILED', '域名不对'))
  type(/^不收的邮箱域名/, 'not a domain')
  fireEvent.click(save())
  expect(await screen.findByText('域名不对')).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^不收的邮箱域名/).value).toBe('not a domain')
})
