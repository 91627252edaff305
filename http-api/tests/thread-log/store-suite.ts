import { beforeEach, describe, expect, it } from 'vitest'
import { eventId, type CounterDelta, type CounterKey } from '../../src/log/log-event'
import type { LogConsumer, LogStore } from '../../src/log/log-store'
import { ThreadLog } from '../../src/log/thread-log'
import { foldSmall, type SmallEvent, type SmallPost, type SmallThread } from './memory-store'

export interface OpenStore {
  /** Returns a separate store for each process, all on the same database. */
  store: () => LogStore<SmallThread, SmallPost>
  addCounter: (key: CounterKey) => Promise<void>
  post: (postId: number) => Promise<SmallPost | null>
  /** Puts an event into the log, whatever the log contains below it. */
  insertAlone: (event: SmallEvent) => Promise<void>
}

const BOARD = 'board:1'
const MEMBER = 'member:7'
const counts: CounterDelta[] = [
  { subject: 'board', id: 1, posts: 1, days: { '2026-11-20': 1 } },
  { subject: 'member', id: 7, posts: 1 },
]
const RECENT = { after: new Date('2026-11-20T12:00:00Z'), before: new Date('2026-11-20T13:00:00Z') }
const AT = new Date('2026-11-20T11:00:00Z')
const ALL = { after: 0, upTo: 1_000, limit: 1_000 }

function event(seq: number, more: Partial<SmallEvent> = {}): SmallEvent {
  return {
    _id: eventId(1, seq),
    v: 1,
    threadId: 1,
    seq,
    kind: 'post.created',
    actorId: 7,
    at: AT,
    boardId: 1,
    thread: { boardId: 1, lastNumber: seq, postCount: seq },
    post: { _id: seq, authorId: 7, threadId: 1, number: seq, text: `text ${seq}`, isDeleted: false },
    counts,
    pending: ['publish', 'count'],
    ...more,
  }
}

const edit = (seq: number, postId: number, text: string) =>
  event(seq, { kind: 'post.edited', thread: {}, post: { _id: postId, authorId: 7, text } })

const foldAll = (events: readonly SmallEvent[]): SmallThread => {
  let thread: SmallThread | null = null
  for (const next of events) thread = foldSmall(thread, next)
  if (!thread) throw new Error('no events')
  return thread
}

function at<T>(items: readonly T[], i: number): T {
  const item = items[i]
  if (item === undefined) throw new Error(`nothing at ${i}`)
  return item
}

/** Describes what every store of the log must do, alone and against other writers. */
export function describeLogStore(name: string, open: () => Promise<OpenStore>): void {
  describe(`${name} log store`, () => {
    let opened: OpenStore
    let store: LogStore<SmallThread, SmallPost>
    const first = event(1)
    const second = event(2)

    beforeEach(async () => {
      opened = await open()
      store = opened.store()
      await opened.addCounter(BOARD)
      await opened.addCounter(MEMBER)
    })

    const number = async (key: CounterKey) => (await store.counters([key])).get(key)?.numbers.posts
    const addition = (from: number, to: number, epoch = 0) => ({
      key: BOARD as CounterKey,
      epoch,
      threadId: 1,
      from,
      to,
      sum: { posts: to - from + 1 },
    })
    const commit = async (from: number, thread: SmallThread, events: readonly SmallEvent[]) =>
      (await store.commit([{ from, thread, events }]))[0]
    const seqs = (events: readonly SmallEvent[]) => events.map(({ seq }) => seq)

    it('appends events in order and reads them back', async () => {
      expect(await store.insert([first, second])).toEqual({ inserted: 2, taken: null })
      expect(await store.eventsAfter(1, 0)).toEqual([first, second])
      expect(seqs(await store.eventsAfter(1, 1))).toEqual([2])
      expect(await store.eventsAfter(2, 0)).toEqual([])
      expect(await store.insert([])).toEqual({ inserted: 0, taken: null })
    })

    it('reads a log of ten or more events in the order of their seq', async () => {
      const events = Array.from({ length: 12 }, (_, i) => event(i + 1))
      await store.insert(events)
      const read: number[] = []
      for (let next = [0]; next.length > 0; read.push(...next)) {
        next = seqs(await store.eventsAfter(1, read.at(-1) ?? 0))
      }
      expect(read).toEqual(seqs(events))
    })

    it('reads a log only up to the first event that is missing', async () => {
      await store.insert([first, second])
      // The read may have passed the place of 3 before 3 and 4 were inserted.
      await opened.insertAlone(event(4))
      expect(seqs(await store.eventsAfter(1, 0))).toEqual([1, 2])
      expect(seqs(await store.eventsAfter(1, 2))).toEqual([])
    })

    it('keeps the events before a taken seq and reports which key was taken', async () => {
      await store.insert([event(1), event(2)])
      expect(await store.insert([event(2)])).toEqual({ inserted: 0, taken: 'seq' })
      await store.insert([event(3, { idempotencyKey: 'a' })])
      const batch = [event(4), event(5, { idempotencyKey: 'a' }), event(6)]
      expect(await store.insert(batch)).toEqual({ inserted: 1, taken: 'key' })
      expect(seqs(await store.eventsAfter(1, 0))).toEqual([1, 2, 3, 4])
      expect((await store.eventByKey(1, 7, 'a'))?.seq).toBe(3)
      expect(await store.eventByKey(1, 8, 'a')).toBeNull()
      expect(await store.insert([event(5, { idempotencyKey: 'a', actorId: 8 })])).toEqual({
        inserted: 1,
        taken: null,
      })
    })

    it('gives a seq to one of many writers', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) => opened.store().insert([event(1, { actorId: i })])),
      )
      expect(outcomes.filter(({ inserted }) => inserted === 1)).toHaveLength(1)
      expect(outcomes.filter(({ taken }) => taken === 'seq')).toHaveLength(7)
    })

    it('projects events to the posts and the thread', async () => {
      await store.insert([first, second])
      expect(await store.project(0, foldAll([first, second]), [first, second])).toBe(true)
      expect(await store.thread(1)).toMatchObject({ _id: 1, seq: 2, lastNumber: 2, boardId: 1 })
      expect(await opened.post(2)).toMatchObject({ text: 'text 2', authorId: 7, appliedSeq: 2 })
      expect(await store.thread(2)).toBeNull()
    })

    it('commits and projects together, unless a key is taken', async () => {
      const two = [first, event(2, { idempotencyKey: 'a' })]
      expect(await commit(0, foldAll(two), two)).toEqual({
        inserted: 2,
        taken: null,
        isProjected: true,
      })
      expect(await store.eventsAfter(1, 0)).toEqual(two)
      expect(await store.thread(1)).toMatchObject({ seq: 2, lastNumber: 2 })
      expect(await opened.post(2)).toMatchObject({ text: 'text 2', appliedSeq: 2 })

      const late = { inserted: 0, taken: 'seq', isProjected: false }
      expect(await commit(0, foldAll([first]), [first])).toEqual(late)
      const three = [event(3), event(4, { idempotencyKey: 'a' }), event(5)]
      const outcome = await commit(2, foldAll(three), three)
      expect(outcome).toEqual({ inserted: 1, taken: 'key', isProjected: false })
      expect(seqs(await store.eventsAfter(1, 2))).toEqual([3])
      expect((await store.thread(1))?.seq).toBe(2)
      expect(await opened.post(3)).toBeNull()
    })

    it('commits several threads together, each with its own outcome', async () => {
      const of = (threadId: number, seq: number, more: Partial<SmallEvent> = {}) => {
        const _id = threadId * 10 + seq
        const post = { _id, authorId: 7, threadId, number: seq, text: `text ${_id}`, isDeleted: false }
        return event(seq, { _id: eventId(threadId, seq), threadId, post, ...more })
      }
      // Another process took the seq of 2 and has not projected it; the key of 4 is taken; a post of 5 is newer.
      await store.insert([of(2, 1, { actorId: 9 })])
      await store.insert([of(4, 1, { idempotencyKey: 'a' })])
      const newer = { _id: 51, authorId: 7, threadId: 5, number: 1, text: 'newer', isDeleted: false }
      await store.project(99, foldAll([of(5, 4)]), [of(5, 4, { post: newer })])
      const batches = [
        [of(1, 1), of(1, 2)],
        [of(2, 1)],
        [of(3, 1)],
        [of(4, 2), of(4, 3, { idempotencyKey: 'a' }), of(4, 4)],
        [of(5, 1)],
        [of(6, 1)],
      ]
      const outcomes = await store.commit(
        batches.map((events) => ({ from: (events[0]?.seq ?? 1) - 1, thread: foldAll(events), events })),
      )
      expect(outcomes).toEqual([
        { inserted: 2, taken: null, isProjected: true },
        { inserted: 0, taken: 'seq', isProjected: false },
        { inserted: 1, taken: null, isProjected: true },
        { inserted: 1, taken: 'key', isProjected: false },
        expect.objectContaining({ inserted: 1, taken: null }),
        { inserted: 1, taken: null, isProjected: true },
      ])
      const projected = await Promise.all([1, 2, 3, 4, 6].map((threadId) => store.thread(threadId)))
      expect(projected.map((thread) => thread?.seq)).toEqual([2, undefined, 1, undefined, 1])
      expect(seqs(await store.eventsAfter(4, 0))).toEqual([1, 2])
      expect((await store.eventsAfter(2, 0))[0]?.actorId).toBe(9)
      expect(await opened.post(21)).toBeNull()
      expect(await opened.post(51)).toMatchObject({ text: 'newer' })
      expect(await opened.post(61)).toMatchObject({ text: 'text 61' })
    })

    it('commits on top of what others project without claiming to have projected', async () => {
      await store.insert([first])
      const unmoved = { inserted: 1, taken: null, isProjected: false }
      expect(await commit(1, foldAll([first, second]), [second])).toEqual(unmoved)
      expect(await store.thread(1)).toBeNull()
      await store.project(0, foldAll([first, second]), [first, second])
      // A later writer has already stored a newer state of the post.
      const newer = { _id: 3, authorId: 7, threadId: 1, number: 3, isDeleted: false }
      await store.project(99, foldAll([event(4)]), [event(4, { post: { ...newer, text: 'newer' } })])
      expect(await commit(2, foldAll([event(3)]), [event(3)])).toMatchObject({
        inserted: 1,
        taken: null,
      })
      expect(await opened.post(3)).toMatchObject({ text: 'newer' })
    })

    it('moves a thread for one of many writers', async () => {
      await store.insert([first, second])
      for (const from of [0, 1]) {
        const events = [first, second].slice(from, from + 1)
        const thread = foldAll([first, second].slice(0, from + 1))
        const won = await Promise.all(
          Array.from({ length: 8 }, () => opened.store().project(from, thread, events)),
        )
        expect(won.filter(Boolean)).toHaveLength(1)
      }
    })

    it('keeps a thread that has moved on when a late writer projects', async () => {
      const third = event(3)
      await store.insert([first, second, third])
      await store.project(0, foldAll([first]), [first])
      await store.project(1, foldAll([first, second, third]), [second, third])
      expect(await store.project(0, foldAll([first]), [first])).toBe(false)
      expect(await store.project(1, foldAll([first, second]), [second])).toBe(false)
      expect(await store.thread(1)).toMatchObject({ seq: 3, lastNumber: 3 })
    })

    it('keeps fields that are not part of the log when a thread moves', async () => {
      await store.project(0, { ...foldAll([first]), isLocked: true }, [first])
      await store.project(1, { ...foldAll([first, second]), isLocked: false }, [second])
      expect((await store.thread(1))?.seq).toBe(2)
    })

    it('keeps a newer post when a late writer projects, and continues with the rest', async () => {
      const edited = edit(3, 1, 'newer')
      await store.insert([first, second, edited])
      await store.project(0, foldAll([first]), [first])
      // The edit is stored before its thread has moved, as after a crash.
      await store.project(99, foldAll([first, second, edited]), [edited])
      expect(await opened.post(1)).toMatchObject({ text: 'newer', appliedSeq: 3 })
      // The first upsert meets the newer post; the second post and the thread still follow.
      expect(await store.project(1, foldAll([first, second, edited]), [first, second, edited])).toBe(true)
      expect(await opened.post(1)).toMatchObject({ text: 'newer', appliedSeq: 3 })
      expect(await opened.post(2)).toMatchObject({ text: 'text 2' })
      expect(await store.project(3, foldAll([first, second, edited]), [edit(2, 1, 'older')])).toBe(true)
      expect(await opened.post(1)).toMatchObject({ text: 'newer', appliedSeq: 3 })
    })

    it('lists the events that a consumer has not handled, lowest first', async () => {
      await store.insert([first, event(2, { pending: ['publish'] }), event(3), event(4)])
      expect(seqs(await store.pending(1, 'count', ALL))).toEqual([1, 3, 4])
      expect(seqs(await store.pending(1, 'publish', { after: 1, upTo: 3, limit: 9 }))).toEqual([2, 3])
      expect(seqs(await store.pending(1, 'publish', { after: 0, upTo: 9, limit: 2 }))).toEqual([1, 2])
    })

    it('lists what several consumers have not handled of several threads, however much it is', async () => {
      const of = (threadId: number, seq: number, pending: string[]) =>
        event(seq, { _id: eventId(threadId, seq), threadId, pending })
      const long = Array.from({ length: 1_100 }, (_, i) => of(2, i + 1, ['count']))
      await store.insert(long)
      await store.insert([of(1, 1, ['publish', 'count']), of(1, 2, ['count'])])
      await store.insert([of(3, 1, ['publish'])])
      const range = { after: 0, upTo: 2_000, limit: 100 }
      const found = await Promise.all([
        store.pending(1, 'count', range),
        store.pending(1, 'publish', range),
        store.pending(1, 'count', { ...range, upTo: 1 }),
        store.pending(2, 'count', range),
        store.pending(3, 'publish', range),
        store.pending(4, 'publish', range),
      ])
      const first = Array.from({ length: 100 }, (_, i) => i + 1)
      expect(found.map(seqs)).toEqual([[1, 2], [1], [1], first, [1], []])
    })

    it('clears exactly the names that were handled', async () => {
      await store.insert([first, second])
      await store.clear([
        { event: first, names: ['count'] },
        { event: second, names: ['publish', 'count'] },
      ])
      expect(seqs(await store.pending(1, 'count', ALL))).toEqual([])
      expect(await store.pending(1, 'publish', ALL)).toEqual([{ ...first, pending: ['publish'] }])
      await store.clear([])
    })

    it('trims a like once all consumers have handled it, and keeps its seq taken', async () => {
      const like = event(1, { kind: 'post.liked', thread: {}, like: { userId: 3, liked: true } })
      await store.insert([like, second])
      await store.clear([{ event: like, names: ['count'] }])
      expect((await store.eventsAfter(1, 0))[0]).toMatchObject({ counts, pending: ['publish'] })
      await store.clear([
        { event: like, names: ['publish'] },
        { event: second, names: ['publish', 'count'] },
      ])
      const [trimmed, kept] = await store.eventsAfter(1, 0)
      expect(trimmed).toMatchObject({ seq: 1, kind: 'post.liked', thread: {}, counts: [], pending: [] })
      expect(trimmed?.post).toBeUndefined()
      expect(kept?.post).toEqual(second.post)
      expect(await store.insert([event(1)])).toEqual({ inserted: 0, taken: 'seq' })
    })

    it('finds the threads whose events are overdue, in order', async () => {
      const of = (threadId: number, more: Partial<SmallEvent> = {}) =>
        event(1, { _id: eventId(threadId, 1), threadId, ...more })
      await store.insert([of(3)])
      await store.insert([of(2, { pending: ['publish'] })])
      await store.insert([of(1, { at: new Date('2026-11-20T12:59:59Z') })])
      await store.insert([of(4)])
      // Its process has a wrong clock.
      await store.insert([of(5, { at: new Date('2026-11-20T13:00:00Z') })])
      const all = async (consumer: string) => {
        const found: number[] = []
        for (let next = [0]; next.length > 0; found.push(...next)) {
          next = await store.overdue(consumer, RECENT, found.at(-1) ?? 0)
        }
        return found
      }
      expect(await all('publish')).toEqual([2, 3, 4, 5])
      expect(await all('count')).toEqual([3, 4, 5])
      expect(await all('search')).toEqual([])
      expect(await store.anyOverdue(RECENT)).toBe(true)
    })

    it('knows that no event is overdue: it has been handled, or is recent', async () => {
      const recent = event(1, { at: new Date('2026-11-20T12:59:59Z') })
      await store.insert([event(1), { ...recent, _id: eventId(2, 1), threadId: 2 }])
      expect(await store.anyOverdue(RECENT)).toBe(true)
      await store.clear([{ event: event(1), names: ['publish', 'count'] }])
      expect(await store.anyOverdue(RECENT)).toBe(false)
    })

    it('finds the threads that are not projected up to what is pending', async () => {
      const of = (threadId: number, seq: number, more: Partial<SmallEvent> = {}) =>
        event(seq, { _id: eventId(threadId, seq), threadId, ...more })
      // Not projected; projected in part; projected; projected in part with nothing pending.
      await store.insert([of(1, 1)])
      await store.insert([of(2, 1), of(2, 2)])
      await store.insert([of(3, 1), of(3, 2)])
      await store.insert([of(4, 1), of(4, 2, { pending: [] })])
      await store.project(0, foldAll([of(2, 1)]), [of(2, 1)])
      await store.project(0, foldAll([of(3, 1), of(3, 2)]), [of(3, 1), of(3, 2)])
      await store.project(0, foldAll([of(4, 1)]), [of(4, 1)])
      expect(new Set(await store.unprojected())).toEqual(new Set([1, 2]))
    })

    it('adds to each counter once, however many writers try', async () => {
      const added = await Promise.all(
        Array.from({ length: 8 }, () =>
          opened.store().add([addition(1, 2), { ...addition(1, 2), key: MEMBER }]),
        ),
      )
      expect(added.filter(([board]) => board)).toHaveLength(1)
      expect(added.filter(([, member]) => member)).toHaveLength(1)
      expect(await number(BOARD)).toBe(2)
      expect(await store.add([addition(2, 3)])).toEqual([false])
      expect(await store.add([addition(3, 3), { ...addition(2, 3), key: MEMBER }])).toEqual([true, false])
      expect(await number(BOARD)).toBe(3)
      expect(await number(MEMBER)).toBe(2)
      const board = (await store.counters([BOARD])).get(BOARD)
      expect(board).toMatchObject({ epoch: 0, revision: 2, marks: new Map([[1, 3]]) })
    })

    it('counts posts per day', async () => {
      await store.add([{ ...addition(1, 1), sum: { posts: 1, days: { '2026-11-20': 1 } } }])
      await store.add([{ ...addition(2, 3), sum: { posts: 2, days: { '2026-11-20': 1, '2026-11-21': 1 } } }])
      const board = (await store.counters([BOARD])).get(BOARD)
      expect(board?.numbers.days).toEqual({ '2026-11-20': 2, '2026-11-21': 1 })
    })

    it('refuses an addition prepared in an earlier epoch', async () => {
      await store.add([addition(1, 1)])
      await store.evict(BOARD, 0, new Map([[1, 1]]))
      expect(await store.add([addition(1, 1)])).toEqual([false])
      expect(await number(BOARD)).toBe(1)
      expect(await store.add([addition(2, 2, 1)])).toEqual([true])
    })

    it('evicts only the given marks', async () => {
      await store.add([addition(1, 2), { ...addition(1, 1), threadId: 2 }])
      await store.evict(BOARD, 0, new Map([[1, 1]]))
      await store.evict(BOARD, 5, new Map([[1, 2]]))
      expect((await store.counters([BOARD])).get(BOARD)).toMatchObject({
        epoch: 0,
        marks: new Map([
          [1, 2],
          [2, 1],
        ]),
      })
      await store.evict(BOARD, 0, new Map([[1, 2]]))
      expect((await store.counters([BOARD])).get(BOARD)).toMatchObject({ epoch: 1, marks: new Map([[2, 1]]) })
    })

    it('reports what waits to be counted', async () => {
      await store.insert([event(1, { pending: ['publish'] }), event(2), event(3)])
      expect(await store.lowestUncounted([1, 2])).toEqual(new Map([[1, 2]]))
      expect(await store.uncounted([BOARD, 'board:2', MEMBER, 'member:9'])).toEqual(new Set([BOARD, MEMBER]))
      await store.clear([event(2), event(3)].map((counted) => ({ event: counted, names: ['count'] })))
      expect(await store.lowestUncounted([1])).toEqual(new Map())
      expect(await store.uncounted([BOARD])).toEqual(new Set())
    })

    it('sets a counter only if its revision is unchanged', async () => {
      await store.add([addition(1, 1)])
      const to = (key: CounterKey, revision: number) => ({ key, revision, numbers: { posts: 9 } })
      const corrections = [to(BOARD, 0), to(BOARD, 1), to('board:9', 1)]
      expect(await store.setCounters(corrections)).toEqual([false, true, false])
      expect(await number(BOARD)).toBe(9)
      expect((await store.counters([BOARD])).get(BOARD)?.revision).toBe(2)
    })

    it('recounts from the posts themselves', async () => {
      await store.project(0, foldAll([first, second]), [first, second])
      const counted = await store.recount([BOARD, MEMBER, 'member:9'])
      expect([...counted].map(([key, { posts }]) => [key, posts])).toEqual([
        [BOARD, 2],
        [MEMBER, 2],
        ['member:9', 0],
      ])
    })

    it('serves four processes that write to the same threads at once', async () => {
      const published: SmallEvent[] = []
      const failures: unknown[] = []
      const publish: LogConsumer<SmallThread, SmallPost> = {
        name: 'publish',
        kinds: 'all',
        handle: (events) => Promise.resolve(void published.push(...events)),
      }
      const logs = Array.from({ length: 4 }, () => {
        const log = new ThreadLog<SmallThread, SmallPost>({
          store: opened.store(),
          fold: foldSmall,
          clock: { now: () => RECENT.before },
          databaseTime: () => Promise.resolve(RECENT.before),
          pause: () => new Promise((resolve) => setTimeout(resolve, 2)),
          rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
          onFailure: (_, error) => failures.push(error),
          maxMarks: 1,
        })
        log.deliverTo([publish])
        return log
      })
      let postId = 100
      const reply = (log: (typeof logs)[number], threadId: number, idempotencyKey: string) =>
        log.change(
          threadId,
          (thread) => {
            const lastNumber = (thread?.lastNumber ?? 0) + 1
            const _id = ++postId
            const text = idempotencyKey
            return Promise.resolve({
              kind: 'post.created',
              actorId: 7,
              at: AT,
              idempotencyKey,
              boardId: 1,
              thread: { boardId: 1, lastNumber, postCount: lastNumber },
              post: { _id, authorId: 7, threadId, number: lastNumber, text, isDeleted: false },
              counts,
            })
          },
          { actorId: 7, idempotencyKey },
        )
      // Every reply is sent to two processes, as after a lost response.
      const answers = await Promise.allSettled(
        Array.from({ length: 40 }, (_, i) => [0, 1].map((twice) => ({ i, twice })))
          .flat()
          .map(async ({ i, twice }) => ({
            i,
            ...(await reply(at(logs, (i + twice) % 4), 1 + (i % 3), `key ${i}`)),
          })),
      )
      await Promise.all(logs.map((log) => log.drain()))
      expect(failures).toEqual([])
      const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      expect(answered.length).toBeGreaterThan(40)
      const committed: SmallEvent[] = []
      for (const threadId of [1, 2, 3]) {
        const log: SmallEvent[] = []
        for (let next = await store.eventsAfter(threadId, 0); next.length > 0;) {
          log.push(...next)
          next = await store.eventsAfter(threadId, log.length)
        }
        expect(seqs(log)).toEqual(log.map((_, i) => i + 1))
        expect(log.every((one) => one.pending.length === 0)).toBe(true)
        expect(await store.thread(threadId)).toMatchObject({ seq: log.length, lastNumber: log.length })
        const inOrder = [
          ...new Set(published.filter((one) => one.threadId === threadId).map(({ seq }) => seq)),
        ]
        expect(inOrder).toEqual(seqs(log))
        for (const one of log)
          expect(await opened.post(one.post?._id ?? 0)).toMatchObject({ text: one.idempotencyKey })
        committed.push(...log)
      }
      for (const { i, event: one } of answered) {
        expect(committed.find(({ _id }) => _id === one?._id)?.idempotencyKey).toBe(`key ${i}`)
      }
      const own = answered.flatMap(({ event: one, isRepeat }) => (isRepeat ? [] : [one?._id]))
      expect(new Set(own).size).toBe(own.length)
      expect(new Set(committed.map((one) => one.idempotencyKey)).size).toBe(committed.length)
      expect(await number(BOARD)).toBe(committed.length)
      expect(await number(MEMBER)).toBe(committed.length)
    })
  })
}
