import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createLocalPresence,
  headcount,
  PRESENCE_EXPIRY_MS,
  SITE,
  type PresenceStore,
  type Visitor,
} from './presence-store'
import { Visitors } from './visitors'
import { eventually, openGateway, TestClock, user, type OpenGateway } from '../testing/open-gateway'

const member = (id: number, shown = true): Visitor => ({ key: `user:${id}`, user: user(id), shown })
const guest = (id: string): Visitor => ({ key: `guest:${id}`, user: null, shown: false })

describe('presence in a thread', () => {
  let forum: OpenGateway
  beforeEach(async () => {
    forum = await openGateway()
  })
  afterEach(() => forum.close())
  const join = { threadId: 5 }

  test('counts a member with several tabs once, and each anonymous socket once', async () => {
    const token = forum.api.signIn(7)
    const tabs = [await forum.connect(token), await forum.connect(forum.api.signIn(7))]
    const guests = [await forum.connect(), await forum.connect()]
    expect(await tabs[0]!.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
    expect(await tabs[1]!.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
    expect(await guests[0]!.emit('thread:join', join)).toEqual({ ok: true, viewers: 2 })
    expect(await guests[1]!.emit('thread:join', join)).toEqual({ ok: true, viewers: 3 })
    await guests[0]!.until('presence:thread', ({ viewers, members }) => viewers === 3 && members === 1)
    tabs[0]!.socket.disconnect()
    guests[1]!.socket.disconnect()
    await guests[0]!.until('presence:thread', ({ viewers, members }) => viewers === 2 && members === 1)
    tabs[1]!.socket.disconnect()
    await guests[0]!.until('presence:thread', ({ viewers, members }) => viewers === 1 && members === 0)
  })

  test('names visible members to signed-in receivers only', async () => {
    const shown = await forum.connect(forum.api.signIn(7))
    const hidden = await forum.connect(forum.api.signIn(8, { showOnline: false }))
    const stranger = await forum.connect()
    for (const client of [shown, hidden, stranger]) await client.emit('thread:join', join)
    const all = ({ viewers }: Record<string, unknown>) => viewers === 3
    expect(await shown.until('presence:thread', all)).toMatchObject({
      threadId: 5,
      members: 2,
      people: [user(7)],
    })
    expect(await hidden.until('presence:thread', all)).toMatchObject({ members: 2, people: [user(7)] })
    expect(await stranger.until('presence:thread', all)).toMatchObject({ threadId: 5, members: 2 })
    expect(stranger.events('presence:thread').every((event) => !('people' in event))).toBe(true)
  })

  test('stops naming a member as soon as the online status is hidden, and names one who is shown again', async () => {
    const hiding = await forum.connect(forum.api.signIn(7))
    const reader = await forum.connect(forum.api.signIn(8))
    for (const client of [hiding, reader]) await client.emit('thread:join', join)
    const named = () => reader.events('presence:thread').at(-1)?.people
    await eventually(() => expect(named()).toEqual([user(7), user(8)]))
    // No session is due for a check.
    forum.clock.stop()
    forum.api.setVisibility(forum.bus, 7, false)
    await eventually(() => expect(named()).toEqual([user(8)]))
    forum.api.setVisibility(forum.bus, 7, true)
    await eventually(() => expect(named()).toEqual([user(7), user(8)]))
    expect(hiding.events('member:visibility')).toEqual([])
  })

  test('emits presence to a second tab of the same member', async () => {
    const first = await forum.connect(forum.api.signIn(7))
    await first.emit('thread:join', join)
    await first.until('presence:thread')
    const second = await forum.connect(forum.api.signIn(7))
    await second.emit('thread:join', join)
    expect(await second.until('presence:thread')).toMatchObject({ viewers: 1, people: [user(7)] })
  })

  test('emits presence of a thread at most once per interval', async () => {
    await forum.close()
    forum = await openGateway({ intervals: { threadPresence: 250 } })
    const watcher = await forum.connect()
    const at: number[] = []
    watcher.socket.on('presence:thread', ({ at: time }: { at: string }) => at.push(Date.parse(time)))
    await watcher.emit('thread:join', join)
    for (let i = 0; i < 12; i++) {
      const other = await forum.connect()
      await other.emit('thread:join', join)
    }
    await watcher.until('presence:thread', ({ viewers }) => viewers === 13)
    const gaps = at.slice(1).map((time, i) => time - at[i]!)
    expect(gaps.every((gap) => gap >= 240)).toBe(true)
  })

  test('counts this gateway alone while the store is unavailable, and all gateways afterwards', async () => {
    await forum.close()
    const clock = new TestClock()
    const store = createLocalPresence(clock)
    let isUnavailable = true
    const away = (): Promise<never> => Promise.reject(new Error('away'))
    const presence: PresenceStore = {
      apply: (changes) => (isUnavailable ? away() : store.apply(changes)),
      count: (places) => (isUnavailable ? away() : store.count(places)),
    }
    forum = await openGateway({ presence })
    await store.apply([{ place: 'forum:thread:5', arrived: [guest('elsewhere')], left: [] }])
    const client = await forum.connect(forum.api.signIn(7))
    expect(await client.emit('thread:join', join)).toEqual({ ok: true, viewers: 1 })
    expect(await client.until('presence:thread')).toMatchObject({ viewers: 1, members: 1, people: [user(7)] })
    isUnavailable = false
    await client.until('presence:thread', ({ viewers }) => viewers === 2)
    expect(await store.count(['forum:thread:5'])).toMatchObject([{ viewers: 2, members: 1 }])
  })

  test('refreshes present visitors before they expire', async () => {
    await forum.close()
    const clock = new TestClock()
    const presence = createLocalPresence(clock)
    forum = await openGateway({ presence, intervals: { presenceRefresh: 20 } })
    const client = await forum.connect()
    await client.emit('thread:join', join)
    clock.advance(PRESENCE_EXPIRY_MS)
    await eventually(async () =>
      expect(await presence.count(['forum:thread:5'])).toMatchObject([{ viewers: 1 }]),
    )
  })
})

describe('presence on the site', () => {
  test('emits the number of connected people to the home screen', async () => {
    const forum = await openGateway()
    const home = await forum.connect()
    await home.emit('home:join')
    await forum.connect(forum.api.signIn(7))
    const tab = await forum.connect(forum.api.signIn(7))
    await home.until('presence:site', ({ online, members }) => online === 2 && members === 1)
    expect(tab.events('presence:site')).toEqual([])
    const late = await forum.connect(forum.api.signIn(7))
    await late.emit('home:join')
    await late.until('presence:site', ({ online }) => online === 2)
    await forum.close()
  })
})

describe('the presence store of one process', () => {
  test('drops visitors that are not refreshed in time', async () => {
    const clock = new TestClock()
    const store = createLocalPresence(clock)
    await store.apply([{ place: 'a', arrived: [member(1), guest('x')], left: [] }])
    clock.advance(PRESENCE_EXPIRY_MS - 5_000)
    await store.apply([{ place: 'a', arrived: [member(1)], left: [] }])
    clock.advance(10_000)
    expect(await store.count(['a', 'b'])).toEqual([
      { viewers: 1, members: 1, people: [user(1)] },
      { viewers: 0, members: 0, people: [] },
    ])
    await store.apply([{ place: 'a', arrived: [], left: [member(1), guest('never came')] }])
    expect(await store.count(['a'])).toMatchObject([{ viewers: 0 }])
  })

  test('reads only visitors of the site who come or go, however many are there', async () => {
    const clock = new TestClock()
    let reads = 0
    const counted = (visitor: Visitor): Visitor =>
      new Proxy(visitor, {
        get: (target, name, self) => {
          reads++
          return Reflect.get(target, name, self) as unknown
        },
      })
    const log = pino({ level: 'silent' })
    const visitors = new Visitors(createLocalPresence(clock), clock, log, 0)
    for (let id = 1; id <= 500; id++) await visitors.enter(SITE, counted(member(id)))
    await visitors.write()
    reads = 0
    await visitors.enter(SITE, counted(guest('late')))
    visitors.exit(SITE, 'user:1')
    await visitors.write()
    expect(await visitors.count([SITE])).toEqual([{ viewers: 500, members: 499, people: [] }])
    expect(reads).toBeLessThan(30)
  })

  test('writes who left while the store was unavailable once it is back', async () => {
    const clock = new TestClock()
    const store = createLocalPresence(clock)
    let isAway = false
    const failing: PresenceStore = {
      ...store,
      apply: (changes) => (isAway ? Promise.reject(new Error('away')) : store.apply(changes)),
    }
    const visitors = new Visitors(failing, clock, pino({ level: 'silent' }), 0)
    await visitors.enter('a', member(1))
    await visitors.enter('a', member(2))
    await visitors.enter('b', member(3))
    await visitors.write()
    isAway = true
    visitors.exit('a', 'user:1')
    visitors.exit('b', 'user:3')
    await visitors.write()
    isAway = false
    await visitors.write()
    expect(await store.count(['a', 'b'])).toMatchObject([{ viewers: 1, people: [user(2)] }, { viewers: 0 }])
  })

  test('names the same 20 people whatever order they arrived in', () => {
    const people = Array.from({ length: 30 }, (_, i) => member(30 - i))
    const { members, people: named } = headcount([...people, member(31, false)])
    expect(members).toBe(31)
    expect(named.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })
})
