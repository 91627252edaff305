import { LOOKING_MS } from '../limits'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually, openGateway, user, type OpenGateway, type TestClient } from '../testing/open-gateway'

let forum: OpenGateway
beforeEach(async () => {
  forum = await openGateway({ intervals: { looking: 5 } })
})
afterEach(() => forum.close())

const moderator = (id: number, role: 'moderator' | 'user' = 'moderator', moderatedBoardIds: number[] = []) =>
  forum.api.signIn(id, { user: { ...user(id), role }, moderatedBoardIds })
const joined = async (token: string): Promise<TestClient> => {
  const client = await forum.connect(token)
  expect(await client.emit('moderation:join')).toEqual({ ok: true })
  return client
}
const lastOf = (client: TestClient) => client.events('moderation:looking').at(-1)?.['looking']

test('shows moderators what others look at, until they look at something else', async () => {
  const [first, second] = [await joined(moderator(7)), await joined(moderator(8))]
  expect(await first.emit('moderation:look', { postId: 5 })).toEqual({ ok: true })
  await eventually(() => expect(lastOf(second)).toMatchObject([{ user: { id: 7 }, postId: 5 }]))
  await second.emit('moderation:look', { caseId: 9 })
  await eventually(() => expect(lastOf(first)).toHaveLength(2))
  await first.emit('moderation:look', null)
  await eventually(() => expect(lastOf(second)).toMatchObject([{ user: { id: 8 }, caseId: 9 }]))
  const third = await joined(moderator(9))
  await eventually(() => expect(lastOf(third)).toMatchObject([{ user: { id: 8 }, caseId: 9 }]))
})

test('forgets what a moderator looked at who leaves, disconnects or does nothing for a minute', async () => {
  const watcher = await joined(moderator(7))
  const other = await joined(moderator(8))
  const look = async (client: TestClient) => {
    await client.emit('moderation:look', { postId: 5 })
    await eventually(() => expect(lastOf(watcher)).toHaveLength(1))
  }
  const forgotten = () => eventually(() => expect(lastOf(watcher)).toEqual([]))
  await look(other)
  forum.clock.advance(LOOKING_MS)
  await forgotten()
  await look(other)
  await other.emit('moderation:leave')
  await forgotten()
  await other.emit('moderation:join')
  await look(other)
  other.socket.disconnect()
  await forgotten()
})

test('shows moderators of boards only what those of the same boards look at', async () => {
  const site = await joined(moderator(7))
  const mine = await joined(moderator(8, 'user', [3, 4]))
  const same = await joined(moderator(9, 'user', [4]))
  const elsewhere = await joined(moderator(10, 'user', [5]))
  await same.emit('moderation:look', { postId: 5 })
  for (const client of [site, mine]) {
    await eventually(() => expect(lastOf(client)).toMatchObject([{ user: { id: 9 }, postId: 5 }]))
  }
  await site.emit('moderation:look', { caseId: 6 })
  await eventually(() => expect(lastOf(site)).toHaveLength(2))
  await elsewhere.emit('moderation:look', { postId: 7 })
  await eventually(() => expect(lastOf(elsewhere)).toMatchObject([{ user: { id: 10 } }]))
  await mine.emit('moderation:look', { postId: 5 })
  await eventually(() => expect(lastOf(mine)).toHaveLength(2))
  expect(JSON.stringify(mine.events('moderation:looking'))).not.toContain('caseId')
  expect(JSON.stringify(elsewhere.events('moderation:looking'))).not.toContain('"id":9')
})

test('refuses a look outside the room of moderators and of an invalid shape', async () => {
  const client = await forum.connect(moderator(7))
  expect(await client.emit('moderation:look', { postId: 5 })).toEqual({ ok: false, code: 'FORBIDDEN' })
  await client.emit('moderation:join')
  for (const payload of [{ postId: 0 }, { postId: '5' }, 7, 'x', []]) {
    expect(await client.emit('moderation:look', payload)).toEqual({ ok: false, code: 'VALIDATION_FAILED' })
  }
  const member = await forum.connect(forum.api.signIn(11))
  expect(await member.emit('moderation:look', null)).toEqual({ ok: false, code: 'FORBIDDEN' })
})

test('does not show a moderator who hides the online status', async () => {
  const watcher = await joined(moderator(7))
  const token = forum.api.signIn(8, { user: { ...user(8), role: 'moderator' }, showOnline: false })
  const hidden = await joined(token)
  await hidden.emit('moderation:look', { postId: 5 })
  await watcher.emit('moderation:look', { postId: 6 })
  await eventually(() => expect(lastOf(watcher)).toMatchObject([{ user: { id: 7 } }]))
  expect(JSON.stringify(watcher.events('moderation:looking'))).not.toContain('"postId":5')
})

test('forgets what a moderator looked at from the moment the online status is hidden', async () => {
  const watcher = await joined(moderator(7))
  const other = await joined(moderator(8))
  await other.emit('moderation:look', { postId: 5 })
  await eventually(() => expect(lastOf(watcher)).toHaveLength(1))
  // No session is due for a check, and nothing expires.
  forum.clock.stop()
  forum.api.setVisibility(forum.bus, 8, false)
  await eventually(() => expect(lastOf(watcher)).toEqual([]))
  await other.emit('moderation:look', { postId: 6 })
  forum.api.setVisibility(forum.bus, 8, true)
  await other.emit('moderation:look', { postId: 7 })
  await eventually(() => expect(lastOf(watcher)).toMatchObject([{ user: { id: 8 }, postId: 7 }]))
  expect(JSON.stringify(watcher.events('moderation:looking'))).not.toContain('"postId":6')
})
