import { type Webhook, type WebhookDelivery } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum } from '../../store'
import { WebhooksScreen } from './WebhooksScreen'

interface Options {
  body?: Pick<Webhook, 'url' | 'events' | 'active'>
  params?: { webhookId: number; deliveryId?: number }
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const sent = (name: string) => calls.mock.calls.filter(([one]) => one === name).map(([, options]) => options)
const SECRET = 'whsec_only-once'
const PRIVATE = '只能用公网地址'

/** The webhooks and the deliveries of the first as the server has them. */
let stored: Webhook[]
let deliveries: WebhookDelivery[]
const webhook = (id: number, url: string): Webhook => ({
  id,
  url,
  events: ['post.created', 'thread.locked'],
  active: true,
  createdAt: '2026-11-20T08:00:00.000Z',
})

beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'admin' }))
  stored = [webhook(1, 'https://hooks.example/a')]
  deliveries = [
    {
      id: 5,
      event: 'post.created',
      createdAt: '2026-11-20T08:00:00.000Z',
      status: 'failed',
      attempts: 9,
      responseStatus: 502,
      nextAt: null,
    },
  ]
  calls.mockReset().mockImplementation(async (name, { body, params } = {}) => {
    switch (name) {
      case 'listWebhooks':
        return { webhooks: stored }
      case 'createWebhook': {
        if (!body || body.url.includes('10.0.0.1')) {
          const fields = [{ field: 'url', code: 'invalid', message: PRIVATE }]
          throw new ApiError(400, 'VALIDATION_FAILED', '', { fields })
        }
        const made = { ...webhook(stored.length + 1, body.url), events: body.events }
        stored = [...stored, made]
        return { webhook: made, secret: SECRET }
      }
      case 'changeWebhook':
        stored = stored.map((one) => (one.id === params?.webhookId ? { ...one, ...body } : one))
        return { webhook: stored[0] }
      case 'removeWebhook':
        stored = stored.filter(({ id }) => id !== params?.webhookId)
        return undefined
      case 'listDeliveries':
        return { deliveries }
      case 'deliverAgain':
        deliveries = deliveries.map((one) => ({ ...one, status: 'waiting', responseStatus: null }))
        return { delivery: deliveries[0] }
      default:
        throw new Error(name)
    }
  })
})

const show = () => renderAt('/admin/webhooks', <WebhooksScreen />)
const panel = (name: string) => screen.findByRole('region', { name })
const press = (name: string, container: HTMLElement = document.body) => {
  fireEvent.click(within(container).getByRole('button', { name }))
}
const add = (url: string) => {
  fireEvent.change(screen.getByLabelText(/^地址/), { target: { value: url } })
  press('加上')
}
const openDeliveries = (container: HTMLElement) => {
  const details = container.querySelector('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
}

it('reads the deliveries once they are opened, and shows the state after one is sent again', async () => {
  show()
  const hook = await panel('https://hooks.example/a')
  expect(hook.textContent).toContain('新回复、锁定')
  expect(sent('listDeliveries')).toEqual([])
  openDeliveries(hook)
  const [row] = await within(hook).findAllByRole('listitem')
  expect(row?.textContent).toMatch(/新回复失败 502 · 试了 9 次/)
  press('再发一次', row)
  expect(await within(hook).findByText(/等待/)).toBeDefined()
  expect(sent('deliverAgain')).toEqual([{ params: { webhookId: 1, deliveryId: 5 } }])
})

it('says that nothing was delivered yet', async () => {
  deliveries = []
  show()
  const hook = await panel('https://hooks.example/a')
  openDeliveries(hook)
  expect(await within(hook).findByText('还没有投递。')).toBeDefined()
})

it('shows the secret of a new webhook once, and lists it', async () => {
  const { unmount } = show()
  await panel('https://hooks.example/a')
  add(' https://hooks.example/b ')
  const secret = () => screen.queryByLabelText<HTMLInputElement>('签名密钥，只显示这一次')
  await waitFor(() => {
    expect(secret()?.value).toBe(SECRET)
  })
  expect(await panel('https://hooks.example/b')).toBeDefined()
  expect(sent('createWebhook')).toEqual([
    { body: { url: 'https://hooks.example/b', events: ['thread.created', 'post.created'] } },
  ])
  unmount()
  show()
  await panel('https://hooks.example/b')
  expect(secret()).toBeNull()
})

it('says beside the address why it is refused, and keeps it', async () => {
  show()
  await panel('https://hooks.example/a')
  add('https://10.0.0.1/hook')
  expect(await screen.findByText(PRIVATE)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(/^地址/).value).toBe('https://10.0.0.1/hook')
})

it('adds no webhook without events', async () => {
  show()
  await panel('https://hooks.example/a')
  for (const name of ['新主题', '新回复']) fireEvent.click(screen.getByRole('checkbox', { name }))
  add('https://hooks.example/b')
  expect(await screen.findByText('请至少选一样')).toBeDefined()
  expect(sent('createWebhook')).toEqual([])
})

it('pauses a webhook at once, and removes it only after a question', async () => {
  show()
  const hook = await panel('https://hooks.example/a')
  fireEvent.click(within(hook).getByRole('checkbox', { name: '启用' }))
  await waitFor(() => {
    expect(sent('changeWebhook')).toEqual([{ params: { webhookId: 1 }, body: { active: false } }])
  })
  press('移除', await panel('https://hooks.example/a'))
  expect(sent('removeWebhook')).toEqual([])
  press('移除', await screen.findByRole('alertdialog'))
  expect(await screen.findByText('还没有 Webhook。')).toBeDefined()
})
