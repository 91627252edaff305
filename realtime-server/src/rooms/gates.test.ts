import { audiences } from '@forum/shared/events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boardUpdated, postCreated } from '../testing/messages'
import { eventually, openGateway, user, type OpenGateway, type TestClient } from '../testing/open-gateway'

const GATE = '7'

describe('gates of boards', () => {
  let forum: OpenGateway
  let token: string
  let reader: TestClient
  let others: TestClient[]
  beforeEach(async () => {
    forum = await openGateway()
    token = forum.api.signIn(8, { gates: [GATE] })
    reader = await forum.connect(token)
    others = [await forum.connect(), await forum.connect(forum.api.signIn(9, { gates: ['6'] }))]
  })
  afterEach(() => forum.close())

  const joinAll = async (client: TestClient) => {
    await client.emit('thread:join', { threadId: 5 })
    await client.emit('board:join', { boardId: 7 })
    await client.emit('home:join')
  }
  const names = (client: TestClient) =>
    client.received.filter(({ name }) => !/^(server|presence|resync)/.test(name)).map(({ name }) => name)
  const accessChanged = () =>
    forum.bus.send(audiences.everyone(), {
      name: 'boards:changed',
      id: `changed-${Math.random()}`,
      at: new Date().toISOString(),
      access: true,
    })

  test('carries what is behind a gate to those who pass it, whatever rooms others join', async () => {
    for (const client of [reader, ...others]) await joinAll(client)
    forum.bus.send(audiences.thread(5, GATE), postCreated(5, 1))
    forum.bus.send(audiences.board(7, GATE), boardUpdated(7, 1))
    forum.bus.send(audiences.home(GATE), boardUpdated(7, 2))
    // Events arrive in order: once the last one has, every earlier one would have.
    forum.bus.send(audiences.thread(5), postCreated(5, 101))
    await reader.until('board:updated', ({ threadCount }) => threadCount === 2)
    for (const client of others) {
      await client.until('post:created', ({ seq }) => seq === 101)
      expect(names(client)).not.toContain('board:updated')
      expect(client.events('post:created').map(({ seq }) => seq)).not.toContain(1)
    }
    expect(reader.events('post:created').map(({ seq }) => seq)).toContain(1)
  })

  test('subscribes for a board only to the gates that it may be behind', async () => {
    await others[1]?.emit('board:join', { boardId: 7 })
    expect(forum.bus.subscribed).toContain('forum:board:7')
    expect(forum.bus.subscribed).not.toContain('forum:board:7@6')
    await reader.emit('board:join', { boardId: 7 })
    expect(forum.bus.subscribed).toContain('forum:board:7@7')
  })

  test('counts and names the readers of a thread behind a gate only to each other', async () => {
    forum.api.gates.set(5, GATE)
    const friend = await forum.connect(forum.api.signIn(10, { gates: [GATE] }))
    for (const client of others) await client.emit('thread:join', { threadId: 5 })
    expect(await reader.emit('thread:join', { threadId: 5 })).toMatchObject({ viewers: 1 })
    expect(await friend.emit('thread:join', { threadId: 5 })).toMatchObject({ viewers: 2 })
    await reader.until('presence:thread', ({ people }) => JSON.stringify(people).includes('会员10'))
    const [stranger, member] = others
    await member?.until('presence:thread', ({ viewers }) => viewers === 2)
    for (const client of others)
      for (const { people = [] } of client.events('presence:thread'))
        expect(JSON.stringify(people)).not.toMatch(/会员(8|10)/)
    expect(await stranger?.emit('thread:join', { threadId: 5 })).toMatchObject({ viewers: 2 })
  })

  test('counts the readers of a thread apart once it has moved behind a gate', async () => {
    for (const client of [reader, ...others]) await client.emit('thread:join', { threadId: 5 })
    await reader.until('presence:thread', ({ viewers }) => viewers === 3)
    forum.api.gates.set(5, GATE)
    const moved = {
      name: 'thread:updated',
      id: 'm',
      at: new Date().toISOString(),
      threadId: 5,
      boardId: 3,
      seq: 9,
    }
    forum.bus.send(audiences.thread(5), { ...moved, changes: {}, isWithheld: true })
    await reader.until('presence:thread', ({ viewers }) => viewers === 1)
    await others[0]?.until('presence:thread', ({ viewers }) => viewers === 2)
  })

  test('counts nobody while the gate of a thread is unknown', async () => {
    forum.api.isUnavailable = true
    expect(await reader.emit('thread:join', { threadId: 5 })).toMatchObject({ ok: true, viewers: 1 })
    forum.api.gates.set(5, GATE)
    forum.api.isUnavailable = false
    forum.clock.advance(60_000)
    await reader.until('presence:thread', ({ viewers }) => viewers === 1)
    expect(await others[0]?.emit('thread:join', { threadId: 5 })).toMatchObject({ viewers: 1 })
  })

  test('moves sockets behind a gate, and out again, when access changes, and has every page read again', async () => {
    for (const client of [reader, ...others]) await joinAll(client)
    const holder = forum.api.tokens.get(token)!
    forum.api.tokens.set(token, { ...holder, gates: [] })
    accessChanged()
    for (const client of [reader, ...others]) await client.until('resync')
    expect(forum.bus.subscribed).not.toContain('forum:thread:5@7')
    forum.api.tokens.set(token, { ...holder, user: user(8), gates: [GATE] })
    accessChanged()
    await eventually(() => expect(forum.bus.subscribed).toContain('forum:thread:5@7'))
    forum.bus.send(audiences.thread(5, GATE), postCreated(5, 4))
    await reader.until('post:created', ({ seq }) => seq === 4)
  })

  test('shows typing behind the gate of its thread', async () => {
    forum.api.gates.set(5, GATE)
    const friend = await forum.connect(forum.api.signIn(10, { gates: [GATE] }))
    for (const client of [reader, friend, ...others]) await client.emit('thread:join', { threadId: 5 })
    expect(await reader.emit('thread:typing', { threadId: 5 })).toEqual({ ok: true })
    await friend.until('typing')
    forum.bus.send(audiences.thread(5), postCreated(5, 1))
    for (const client of others) {
      await client.until('post:created')
      expect(client.events('typing')).toEqual([])
    }
  })
})
