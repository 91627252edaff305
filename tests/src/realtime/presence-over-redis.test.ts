import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, FakeApi, openGateway, type Client, type OpenGateway } from '../fixtures/gateways'
import { startRedis, type TestRedis } from '../fixtures/redis'

describe('presence over several gateways', () => {
  let redis: TestRedis
  let api: FakeApi
  let gateways: OpenGateway[]
  const join = { threadId: 5 }

  const open = async (more: Parameters<typeof openGateway>[2] = {}) => {
    const gateway = await openGateway(redis.url, api, more)
    gateways.push(gateway)
    return gateway
  }
  const sees = (client: Client, viewers: number, members: number) =>
    client.until('presence:thread', (event) => event.viewers === viewers && event.members === members)

  beforeEach(async () => {
    redis = await startRedis()
    api = new FakeApi()
    gateways = []
  })
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()))
    await redis.stop()
  })

  test('counts a member with a tab on each gateway once', async () => {
    const [a, b] = [await open(), await open()]
    const here = await a.connect(api.signIn(7, 70))
    const there = await b.connect(api.signIn(7, 71))
    const other = await b.connect(api.signIn(8, 80))
    const guest = await b.connect()
    for (const client of [here, there, other, guest])
      expect(await client.emit('thread:join', join)).toMatchObject({ ok: true })
    const event = await sees(here, 3, 2)
    expect((event.people as { id: number }[]).map(({ id }) => id)).toEqual([7, 8])
    await sees(guest, 3, 2)
    // The tab on the other gateway is closed; the person is still here.
    here.received.length = 0
    there.socket.disconnect()
    guest.socket.disconnect()
    await sees(here, 2, 2)
    other.socket.disconnect()
    await sees(here, 1, 1)
  })

  test('counts the members of the site without reading them, including those of a killed gateway', async () => {
    const quick = { presenceExpiryMs: 3_000, intervals: { presenceRefresh: 500, sitePresence: 50 } }
    const [a, b] = [await open(quick), await open(quick)]
    const here = await a.connect(api.signIn(7, 70))
    await here.emit('home:join', {})
    const online = (viewers: number, members: number) =>
      here.until('presence:site', (event) => event.online === viewers && event.members === members)
    await b.connect(api.signIn(7, 71))
    const other = await b.connect(api.signIn(8, 80))
    await b.connect()
    await online(3, 2)
    here.received.length = 0
    other.socket.disconnect()
    await online(2, 1)
    here.received.length = 0
    // The member's own tab here stays; what the gateway stored besides it expires.
    b.die()
    await online(1, 1)
    const calls = await redis.commandStats()
    expect(calls('hlen')).toBeGreaterThan(0)
    expect(calls('zrange')).toBe(0)
  })

  test('acknowledges a join with the count of visitors on all gateways', async () => {
    const [a, b] = [await open(), await open()]
    await (await a.connect()).emit('thread:join', join)
    const client = await b.connect()
    await eventually(async () => {
      await client.emit('thread:leave', join)
      expect(await client.emit('thread:join', join)).toEqual({ ok: true, viewers: 2 })
    })
  })

  test('expires the visitors of a killed gateway', async () => {
    const quick = { presenceExpiryMs: 3_000, intervals: { presenceRefresh: 500 } }
    const [a, b] = [await open(quick), await open(quick)]
    const [survivor, lost] = [await a.connect(), await b.connect(api.signIn(7, 70))]
    await survivor.emit('thread:join', join)
    await lost.emit('thread:join', join)
    await sees(survivor, 2, 1)
    // It was alone before the other gateway started, and has received that count.
    survivor.received.length = 0
    b.die()
    await sees(survivor, 1, 0)
    // Members who are still confirmed stay beyond the expiry.
    expect(await survivor.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
  })

  test('removes the visitors of a gateway that closes', async () => {
    const [a, b] = [await open(), await open()]
    const [stays, goes] = [await a.connect(), await b.connect()]
    await stays.emit('thread:join', join)
    await goes.emit('thread:join', join)
    await sees(stays, 2, 0)
    stays.received.length = 0
    await b.gateway.close()
    await sees(stays, 1, 0)
  })

  test('counts own visitors while Redis is down, and all visitors on its return', async () => {
    const [a, b] = [await open(), await open()]
    const [one, two] = [await a.connect(api.signIn(7, 70)), await b.connect(api.signIn(8, 80))]
    await one.emit('thread:join', join)
    await two.emit('thread:join', join)
    await sees(one, 2, 2)
    // Cleared before each turn, because the event may arrive while the test waits for the acknowledgement.
    one.received.length = 0
    await redis.kill()
    await sees(one, 1, 1)
    one.received.length = 0
    await redis.restart()
    await sees(one, 2, 2)
  })
})
