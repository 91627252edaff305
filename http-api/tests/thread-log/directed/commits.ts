import { eventId } from '../../../src/log/log-event'
import { assert, Refused, type ThreadLogClass } from '../simulate'
import {
  append,
  appendProjected,
  BOARD,
  draft,
  ids,
  isSame,
  leave,
  lockDraft,
  NOW,
  reply,
  replyIfOpen,
  setUp,
} from './world'

const isUnavailable = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && String(result.reason).includes('UNAVAILABLE')

async function givesUpAfterManyTries(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  world.store.isTaken = true
  const [result] = await Promise.allSettled([reply(world)])
  assert(isUnavailable(result), 'a thread that keeps moving is refused')
  assert(world.store.inserts.length === 32, 'a call is decided 32 times')
}

async function boundsItsQueue(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const first = world.log.change(1, async (thread) => {
    await gate
    return draft(thread, 1)
  })
  const others = Array.from({ length: 300 }, () => reply(world))
  const results = Promise.allSettled([first, ...others])
  release()
  const refused = (await results).filter(isUnavailable)
  assert(refused.length === 300 - 256, 'so many calls wait for a thread and no more')
  assert(Math.max(...world.store.inserts) === 64, 'so many events are committed at once and no more')
  await world.log.drain()
  assert(isSame(world.publish.seen, ids(1, 1, 257)), 'what waited is delivered once and in order')
  assert(Math.max(...world.publish.calls) <= 100, 'a consumer gets so many events at once and no more')
}

async function readsNothingWhenWarm(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  const before = { ...world.store.counted }
  await reply(world)
  await world.log.drain()
  for (const name of ['thread', 'counters', 'pending']) {
    assert(world.store.counted[name] === before[name], `a warm call reads no ${name}`)
  }
  const [missing] = await Promise.allSettled([world.log.change(99, () => Promise.reject(new Refused()))])
  assert(
    missing.status === 'rejected' && missing.reason instanceof Refused,
    'a refusal on a missing thread reaches its caller',
  )
  // A refusal confirms the copy on which it is based.
  for (const reads of [1, 1]) {
    const already = world.store.counted['thread'] ?? 0
    await world.log.change(1, () => Promise.resolve(null))
    assert(world.store.counted['thread'] === already + reads, 'a refusal reads the thread once')
  }
  const confirmed = world.store.countOf('thread')
  await reply(world)
  assert(world.store.countOf('thread') === confirmed, 'a refusal keeps the copy that it confirmed')
  await Promise.all([1, 2, 3].map(() => world.log.change(1, () => Promise.resolve(null))))
  assert(world.store.countOf('thread') === confirmed + 1, 'refusals of one batch share one read')
  await world.log.drain()
  assert(isSame(world.counted, [BOARD, BOARD, BOARD]), 'counting is reported')
}

async function reportsProjectionsBeforeReturning(ThreadLog: ThreadLogClass): Promise<void> {
  const projected: string[] = []
  const world = setUp(ThreadLog, {
    onProjected: (threadId, events) => projected.push(...events.map(({ seq }) => eventId(threadId, seq))),
  })
  await reply(world)
  assert(isSame(projected, ids(1, 1, 1)), 'an own change is reported before its call returns')
  leave(world, 2, 2, new Date(NOW))
  await world.log.change(2, (thread) => Promise.resolve(thread ? null : draft(thread, 2)))
  assert(isSame(projected, [...ids(1, 1, 1), ...ids(2, 1, 2)]), 'projected changes of others are reported')
  await world.log.drain()
  assert(
    isSame(world.publish.seen.slice(-2), ids(2, 1, 2)),
    'projected changes of others are delivered at once',
  )
}

const lost = () => Promise.reject(new Error('the response was lost'))

/** Whatever shows a thread from memory has to learn of an event whose commit or projection went unanswered. */
async function reportsProjectionsWhoseResponseWasLost(ThreadLog: ThreadLogClass): Promise<void> {
  const projected: string[] = []
  const world = setUp(ThreadLog, {
    onProjected: (threadId, events) => projected.push(...events.map(({ seq }) => eventId(threadId, seq))),
  })
  const { log, store } = world
  const key = { actorId: 1, idempotencyKey: 'k' }
  const first = () => log.change(1, (thread) => Promise.resolve({ ...draft(thread, 1), ...key }), key)
  store.meanwhile.set('commit', lost)
  const [failed] = await Promise.allSettled([first()])
  assert(failed.status === 'rejected', 'a commit without a response fails')
  const retried = await first()
  assert(retried.event?.seq === 1, 'its retry gets the event')
  assert(retried.isRepeat, 'its retry is a repeat')
  assert(isSame(projected, ids(1, 1, 1)), 'its retry reports the event before it returns')

  const open = (threadId: number) =>
    log.change(threadId, (thread) => Promise.resolve(thread ? null : draft(thread, threadId)))
  store.meanwhile.set('commit', lost)
  await Promise.allSettled([open(2)])
  assert((await open(2)).event === null, 'a retry without a key finds nothing to change')
  assert(isSame(projected.slice(1), ids(2, 1, 1)), 'a retry without a key reports the event')
  await open(2)
  assert(projected.length === 2, 'an event is reported once')

  store.projectsLater = true
  store.meanwhile.set('project', lost)
  await Promise.allSettled([open(3)])
  assert(projected.length === 2, 'nothing is reported before it is known to be projected')
  await open(3)
  assert(isSame(projected.slice(2), ids(3, 1, 1)), 'a lost projection of its own is reported')

  leave(world, 4, 2)
  store.meanwhile.set('project', lost)
  await log.sweep()
  assert(isSame(world.failures.slice(0, 1), ['sweep']), 'a lost projection fails a sweep')
  await log.sweep()
  assert(isSame(projected.slice(3), ids(4, 1, 2)), 'a lost projection of a sweep is reported')

  // Of two events, one arrives in time to be read by the retry, the other later.
  store.projectsLater = false
  let release = () => {}
  const gate = new Promise<null>((resolve) => (release = () => resolve(null)))
  const both = [log.change(5, () => gate), reply(world, 5), reply(world, 5)]
  store.failing.add('project')
  release()
  await Promise.allSettled(both)
  store.failing.delete('project')
  const [one, other] = world.database.log(5).splice(0)
  assert(one !== undefined && other !== undefined, 'two events are committed together')
  if (!one || !other) return
  world.database.log(5).push(one)
  await log.sweep()
  await open(5)
  assert(isSame(projected.slice(5), ids(5, 1, 1)), 'what has not arrived is not reported')
  appendProjected(world, 5, other)
  await open(5)
  assert(isSame(projected.slice(5), ids(5, 1, 2)), 'what arrives late is reported')
  await log.drain()
}

/** A lock that never commits must not refuse calls that were decided on top of it. */
async function decidesAgainWhatRestedOnALostEvent(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  appendProjected(world, 1, draft(null, 1))
  // The calls waiting behind this one are decided together, on a copy that is outdated by then.
  const first = world.log.change(1, (thread) => {
    world.store.meanwhile.set('thread', () => void appendProjected(world, 1, draft(thread, 1)))
    return Promise.resolve(null)
  })
  const lock = world.log.change(1, (thread) => {
    if (thread?.lastNumber !== 1) throw new Refused()
    return Promise.resolve(lockDraft(true))
  })
  const [, locked, replied] = await Promise.allSettled([first, lock, replyIfOpen(world)])
  assert(locked.status === 'rejected', 'the lock comes too late')
  assert(replied.status === 'fulfilled', 'a refusal that rested on a lost event is decided again')
}

async function refusesNothingOnAnOutdatedCopy(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.change(1, () => Promise.resolve(lockDraft(true)))
  appendProjected(world, 1, lockDraft(false))
  const [result] = await Promise.allSettled([replyIfOpen(world)])
  assert(result.status === 'fulfilled', "a reply is not refused after another process's unlock")
}

async function resolvesARepeatByItsKey(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  const key = { actorId: 1, idempotencyKey: 'k' }
  const first = append(world, 1, { ...draft(world.database.threads.get(1) ?? null, 1), ...key })
  const repeat = await world.log.change(1, () => Promise.reject(new Refused()), key)
  assert(repeat.event?._id === first._id, 'a repeat gets the event of the first time')
  assert(repeat.isRepeat, 'a repeat says that it is one')
  assert(world.database.threads.get(1)?.seq === first.seq, 'a repeat returns once its event is projected')
  assert(!(await reply(world)).isRepeat, 'a call that makes its own event is no repeat')
  const unused = { actorId: 1, idempotencyKey: 'unused' }
  const [result] = await Promise.allSettled([
    world.log.change(1, () => Promise.reject(new Refused()), unused),
  ])
  assert(result.status === 'rejected', 'a call under a new key is refused')
}

/** What is decided during a commit goes into the next, whatever its thread. */
async function commitsThreadsTogether(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const all = Array.from({ length: 40 }, (_, i) => i + 1)
  world.store.refused.add(3)
  const results = await Promise.allSettled(all.map((threadId) => reply(world, threadId)))
  const refused = all.filter((_, i) => results[i]?.status === 'rejected')
  assert(isSame(refused, [3]), 'an error of one thread fails no other')
  const widths = world.store.committed.map((threads) => threads.length)
  assert(Math.max(...widths) === 32, 'so many threads are committed at once and no more')
  assert(widths.length <= 3, 'threads share commits')
  world.store.refused.clear()
  // Another process comes first in one of them.
  appendProjected(world, 5, draft(world.database.threads.get(5) ?? null, 5))
  const again = await Promise.all([4, 5, 6].map((threadId) => reply(world, threadId)))
  assert(
    isSame(
      again.map(({ event }) => event?.seq),
      [2, 3, 2],
    ),
    'only the thread whose seq was taken is decided again',
  )
  await world.log.drain()
}

async function projectsWhatACrashLeft(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  for (const threadId of [1, 2]) append(world, threadId, draft(null, threadId))
  await world.log.recover()
  for (const threadId of [1, 2])
    assert(world.database.threads.get(threadId)?.seq === 1, 'an event without its projection is projected')
  await world.log.drain()
}

export const COMMITS = [
  commitsThreadsTogether,
  resolvesARepeatByItsKey,
  boundsItsQueue,
  decidesAgainWhatRestedOnALostEvent,
  givesUpAfterManyTries,
  projectsWhatACrashLeft,
  readsNothingWhenWarm,
  refusesNothingOnAnOutdatedCopy,
  reportsProjectionsBeforeReturning,
  reportsProjectionsWhoseResponseWasLost,
]
