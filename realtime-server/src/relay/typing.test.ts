import { audiences } from '@forum/shared/events'
import { TYPING_EVERY_MS } from '@forum/shared/limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { postCreated } from '../testing/messages'
import { openGateway, user, type OpenGateway, type TestClient } from '../testing/open-gateway'

describe('typing', () => {
  let forum: OpenGateway
  let writer: TestClient
  let reader: TestClient
  let seq = 0
  beforeEach(async () => {
    forum = await openGateway()
    writer = await forum.connect(forum.api.signIn(7))
    reader = await forum.connect()
    for (const client of [writer, reader]) await client.emit('thread:join', { threadId: 5 })
  })
  afterEach(() => forum.close())

  /** Once this event has arrived, everything sent before it has arrived too. */
  const fence = async () => {
    forum.bus.send(audiences.thread(5), postCreated(5, ++seq))
    const mine = seq
    for (const client of [writer, reader]) await client.until('post:created', (event) => event.seq === mine)
  }
  const type = (client = writer) => client.emit('thread:typing', { threadId: 5 })

  test("emits typing to the others in the thread, not to the member's own tabs", async () => {
    const otherTab = await forum.connect(forum.api.signIn(7))
    await otherTab.emit('thread:join', { threadId: 5 })
    expect(await type()).toEqual({ ok: true })
    expect(await reader.until('typing')).toMatchObject({ threadId: 5, user: user(7) })
    await fence()
    await otherTab.until('post:created')
    expect([...writer.events('typing'), ...otherTab.events('typing')]).toEqual([])
  })

  test('emits typing at most once in 3 s per person and thread', async () => {
    forum.clock.stop()
    await type()
    await type()
    await fence()
    expect(reader.events('typing')).toHaveLength(1)
    const another = await forum.connect(forum.api.signIn(8))
    await another.emit('thread:join', { threadId: 5 })
    await type(another)
    await reader.until('typing', (event) => (event.user as { id: number }).id === 8)
    forum.clock.advance(TYPING_EVERY_MS)
    await type()
    await fence()
    expect(reader.events('typing')).toHaveLength(3)
  })

  test('emits typing from other gateways at most once in 3 s', async () => {
    forum.clock.stop()
    const message = (id: string) => ({
      name: 'typing',
      id,
      at: new Date().toISOString(),
      threadId: 5,
      user: user(9),
    })
    forum.bus.send(audiences.thread(5), message('a'))
    forum.bus.send(audiences.thread(5), message('b'))
    await fence()
    expect(reader.events('typing')).toHaveLength(1)
  })

  test('accepts typing from signed-in members only', async () => {
    expect(await type(reader)).toEqual({ ok: false, code: 'UNAUTHENTICATED' })
  })

  test('does not reveal the typing of a member with hidden online status', async () => {
    const hidden = await forum.connect(forum.api.signIn(8, { showOnline: false }))
    await hidden.emit('thread:join', { threadId: 5 })
    expect(await type(hidden)).toEqual({ ok: true })
    await fence()
    expect(reader.events('typing')).toEqual([])
  })

  test('does not show a member who may not reply as typing', async () => {
    forum.api.silenced.add(7)
    expect(await type()).toEqual({ ok: true })
    await fence()
    expect(reader.events('typing')).toEqual([])
  })

  test('acknowledges typing while the bus is unavailable', async () => {
    forum.bus.publish = () => Promise.reject(new Error('away'))
    expect(await type()).toEqual({ ok: true })
  })
})
