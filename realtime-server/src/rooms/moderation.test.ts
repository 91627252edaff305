import { audiences } from '@forum/shared/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boardUpdated } from '../testing/messages'
import { eventually, openGateway, user, type OpenGateway } from '../testing/open-gateway'

let forum: OpenGateway
beforeEach(async () => {
  forum = await openGateway()
})
afterEach(() => forum.close())

const moderated = () =>
  [...forum.bus.subscribed].filter((channel) => channel.startsWith('forum:moderation')).sort()

test('refuses the moderation room with FORBIDDEN to members who moderate nothing', async () => {
  for (const client of [await forum.connect(), await forum.connect(forum.api.signIn(7))])
    expect(await client.emit('moderation:join')).toEqual({ ok: false, code: 'FORBIDDEN' })
  expect(moderated()).toEqual([])
})

test('receives for a moderator of boards the events of these boards only', async () => {
  const client = await forum.connect(forum.api.signIn(7, { moderatedBoardIds: [3, 4] }))
  expect(await client.emit('moderation:join')).toEqual({ ok: true })
  expect(moderated()).toEqual(['forum:moderation:3', 'forum:moderation:4'])
  forum.bus.send(audiences.moderation(), boardUpdated(1, 10))
  forum.bus.send(audiences.moderation(5), boardUpdated(5, 50))
  forum.bus.send(audiences.moderation(3), boardUpdated(3, 30))
  // The audience has no events yet: whatever the relay receives for it counts as misdirected.
  expect(await forum.metric('forum_gateway_misdirected_dropped_total')).toBe(1)
  expect(await client.until('presence:site')).toMatchObject({ online: 1, members: 1 })
})

test('receives for a moderator of the site the events of every board', async () => {
  const client = await forum.connect(forum.api.signIn(7, { user: { ...user(7), role: 'moderator' } }))
  expect(await client.emit('moderation:join')).toEqual({ ok: true })
  expect(moderated()).toEqual(['forum:moderation'])
  expect(await client.emit('moderation:leave')).toEqual({ ok: true })
  await eventually(() => expect(moderated()).toEqual([]))
})

test('moves the socket to the channels of newly moderated boards', async () => {
  const token = forum.api.signIn(7, { moderatedBoardIds: [3] })
  const client = await forum.connect(token)
  await client.emit('moderation:join')
  forum.api.tokens.set(token, { ...forum.api.tokens.get(token)!, moderatedBoardIds: [4] })
  forum.clock.advance(60_000)
  await eventually(() => expect(moderated()).toEqual(['forum:moderation:4']))
  forum.api.tokens.set(token, { ...forum.api.tokens.get(token)!, moderatedBoardIds: [] })
  forum.clock.advance(60_000)
  await eventually(() => expect(moderated()).toEqual([]))
})
