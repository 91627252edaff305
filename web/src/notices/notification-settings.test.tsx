import { DEFAULT_NOTIFICATION_SETTINGS } from '@forum/shared/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aMember } from '../testing/boards'
import { call } from '../testing/calls'
import { signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { forum } from '../store'
import { NotificationSettings } from './NotificationSettings'

/** Shows the settings to a member; saving returns the changes. */
function show(member: Parameters<typeof aMember>[0] = {}) {
  const saved: object[] = []
  let settings = DEFAULT_NOTIFICATION_SETTINGS
  vi.mocked(call).mockImplementation(((name: string, given?: { body: object }) => {
    if (name === 'updateNotificationSettings' && given) {
      saved.push(given.body)
      settings = { ...settings, ...given.body }
    }
    return Promise.resolve({ settings, publicKey: '' })
  }) as never)
  signIn(forum, aMember(member))
  renderAt('/notifications?view=settings', <NotificationSettings />)
  return saved
}
const row = (name: RegExp) => screen.findByRole('radiogroup', { name })

it('saves a channel as it is chosen, and says so beside it', async () => {
  const saved = show()
  const likes = await row(/赞我的帖子/)
  fireEvent.click(within(likes).getByRole('radio', { name: '邮件' }))
  expect(await within(likes).findByText('已存')).toBeDefined()
  expect(saved).toEqual([{ like: 'mail' }])
  expect(within(await row(/引用我/)).queryByText('已存')).toBeNull()
})

it('offers no mails while the address is not confirmed, and says why', async () => {
  const saved = show({ emailVerified: false })
  const mail = within(await row(/赞我的帖子/)).getByRole('radio', { name: '邮件' })
  expect(mail).toHaveProperty('disabled', true)
  expect(screen.getByText(/邮箱还没有确认/)).toBeDefined()
  fireEvent.click(within(await row(/值得看/)).getByRole('radio', { name: '每周' }))
  expect(saved).toEqual([])
})

it('saves silence with the time zone of the device, once both ends make sense', async () => {
  const saved = show()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  fireEvent.click(within(await row(/安静/)).getByRole('radio', { name: '每天几点' }))
  const from = await screen.findByLabelText('从')
  fireEvent.change(from, { target: { value: '07:30' } })
  fireEvent.change(from, { target: { value: '21:00' } })
  expect(saved).toEqual([
    { quiet: { from: '22:30', to: '07:30' }, timeZone },
    { quiet: { from: '21:00', to: '07:30' }, timeZone },
  ])
})

it('takes the end of quiet days along with a later beginning, and ignores a year that is being typed', async () => {
  const saved = show()
  fireEvent.click(within(await row(/安静/)).getByRole('radio', { name: '这几天' }))
  const [from, to] = [await screen.findByLabelText('从'), await screen.findByLabelText('到')]
  const far = { from: '2999-02-10', to: '2999-02-10' }
  fireEvent.change(from, { target: { value: far.from } })
  fireEvent.change(to, { target: { value: '0002-02-20' } })
  fireEvent.change(to, { target: { value: '2999-02-20' } })
  expect(saved.slice(1)).toMatchObject([{ quiet: far }, { quiet: { ...far, to: '2999-02-20' } }])
})
