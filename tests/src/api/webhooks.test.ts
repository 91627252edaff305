import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { CERTIFICATE, KEY } from '../fixtures/push-receiver'

interface Received {
  body: string
  headers: Record<string, string>
}

describe('webhooks', () => {
  let forum: TestForum
  let admin: TestMember
  let xiaoli: TestMember
  let threadId: number
  const received: Received[] = []
  let status = 204
  const receiver = https.createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString(),
        headers: request.headers as Received['headers'],
      })
      response.writeHead(status, { Location: 'https://127.0.0.1:1/' }).end()
    })
  })
  const url = () => `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    forum = await startTestForum({
      pushNetwork: {
        mayConnect: (address, to) => address === '127.0.0.1' && to === port,
        ca: CERTIFICATE,
        timeoutMs: 60_000,
      },
    })
    admin = await forum.member('zongguan', 'admin')
    xiaoli = await forum.member('xiaoli')
    threadId = (await forum.thread(xiaoli)).id
    await forum.settle()
  })
  afterAll(async () => {
    await forum.stop()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  })
  beforeEach(async () => {
    received.length = 0
    status = 204
    await forum.api.db.webhooks.updateMany({}, { $set: { active: false } })
    await forum.api.db.webhookDeliveries.deleteMany({})
  })

  const create = async (events = ['post.created' as const]) => {
    forum.clock.advance(6_000)
    return forum.as(admin).call('createWebhook', { url: url(), events })
  }
  const reply = async (content = '顶') => {
    const post = await forum.as(xiaoli).reply(threadId, content)
    await forum.settle()
    return post
  }
  const deliveriesOf = async (webhookId: number) =>
    (await forum.as(admin).call('listDeliveries', { webhookId })).deliveries
  /** Lets the time pass until a delivery is tried again. */
  const retry = async (seconds: number) => {
    forum.clock.advance(seconds * 1_000)
    await forum.as(admin).call('confirmPassword', { password: PASSWORD })
    await reply()
  }

  it('get the events that they ask for, signed, and say where it happened but not what was written', async () => {
    const { webhook, secret } = await create()
    const post = await reply('只有正文里有的话')
    expect(received).toHaveLength(1)
    const [{ body, headers } = { body: '', headers: {} }] = received
    const message = new Verifier(secret).verify(body, headers) as Record<string, unknown>
    expect(message).toMatchObject({
      type: 'post.created',
      data: { threadId, postId: post.id, actorId: xiaoli.id, url: `https://forum.example/posts/${post.id}` },
    })
    expect(body).not.toContain('只有正文里有的话')
    expect(() => new Verifier(secret).verify(`${body} `, headers)).toThrow()
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { event: 'post.created', status: 'delivered', attempts: 1, responseStatus: 204, nextAt: null },
    ])
    expect(JSON.stringify(await forum.api.db.webhooks.find({}).toArray())).not.toContain(secret.slice(6))
  })

  it('are tried again with growing waits and the same id, until they have failed too often', async () => {
    const { webhook } = await create()
    status = 500
    await reply()
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { status: 'waiting', attempts: 1, responseStatus: 500 },
    ])
    await forum.api.db.webhooks.updateOne({ _id: webhook.id }, { $set: { events: [] } })
    for (const seconds of [6, 301, 1_801, 7_201, 18_001, 36_001]) await retry(seconds)
    const [failed] = await deliveriesOf(webhook.id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 7, nextAt: null })
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    status = 200
    await forum.as(admin).call('deliverAgain', { webhookId: webhook.id, deliveryId: failed?.id ?? 0 })
    await forum.settle()
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'delivered' }])
  })

  it('follow no redirect', async () => {
    const { webhook } = await create()
    status = 302
    await reply()
    expect(received).toHaveLength(1)
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'waiting', responseStatus: 302 }])
  })

  it('reach public addresses only, over https', async () => {
    for (const bad of [
      'https://10.0.0.1/',
      'https://127.0.0.1:1/',
      'https://[::1]/',
      'https://user@127.0.0.1/',
    ])
      await forum
        .as(admin)
        .refused('VALIDATION_FAILED', 'createWebhook', { url: bad, events: ['post.created'] })
    await forum
      .as(admin)
      .refused('VALIDATION_FAILED', 'createWebhook', { url: 'http://example.com/', events: ['post.created'] })
  })

  it('get an event once although the log delivers it twice', async () => {
    const { webhook } = await create()
    await reply()
    await forum.api.db.threadEvents.updateMany({ kind: 'post.created' }, { $set: { pending: ['webhooks'] } })
    forum.clock.advance(60_000)
    await forum.api.sweep()
    await forum.settle()
    const ids = (await deliveriesOf(webhook.id)).map(({ id }) => id)
    const stored = await forum.api.db.webhookDeliveries.find({ webhookId: webhook.id }).toArray()
    expect(new Set(stored.map(({ eventId }) => eventId)).size).toBe(stored.length)
    expect(ids.length).toBe(stored.length)
  })

  it('are changed and removed by admins with a fresh password, and logged', async () => {
    const { webhook } = await create()
    const changed = await forum.as(admin).call('changeWebhook', { webhookId: webhook.id, active: false })
    expect(changed.webhook).toMatchObject({ active: false, url: webhook.url })
    await reply()
    expect(received).toHaveLength(0)
    await forum.as(admin).call('removeWebhook', { webhookId: webhook.id })
    await forum.as(admin).refused('NOT_FOUND', 'changeWebhook', { webhookId: webhook.id })
    const { entries } = await forum.as(admin).call('listModerationLog', { action: 'set_settings' })
    expect(entries[0]?.changes).toMatchObject([{ field: 'webhook', after: null }])
    forum.clock.advance(16 * 60_000)
    await forum.as(admin).refused('PASSWORD_REQUIRED', 'listWebhooks')
    await forum.as(admin).call('confirmPassword', { password: PASSWORD })
  })
})
