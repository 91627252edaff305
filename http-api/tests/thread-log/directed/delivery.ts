import { assert, type ThreadLogClass } from '../simulate'
import { appendProjected, BOARD, draft, ids, isSame, leave, NOW, reply, settled, setUp } from './world'

async function reportsFailures(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  world.publish.isFailing = true
  await reply(world)
  await world.log.drain()
  assert(isSame(world.failures, ['publish']), 'a failing consumer is reported')
  assert(world.publish.tries === 1, 'a call for one thread is not repeated')
  assert(isSame(world.other.seen, ids(1, 1, 1)), 'a failing consumer delays no other')
  const failedSweeps = () => world.failures.filter((what) => what === 'sweep').length
  world.store.failing.add('anyOverdue')
  await world.log.sweep()
  assert(failedSweeps() === 1, 'a failing sweep is reported')
  world.store.failing.clear()
  leave(world, 2, 1)
  world.store.failing.add('overdue')
  await world.log.sweep()
  assert(failedSweeps() === 1 + 3, 'a failing sweep of a consumer is reported')
  world.store.failing.clear()
  world.publish.isFailing = false
  world.store.failing.add('thread')
  await world.log.sweep()
  assert(failedSweeps() > 4, 'a thread that cannot be projected is reported')
  world.store.failing.clear()
  await world.log.sweep()
  await world.log.drain()
  assert(world.publish.seen.includes('2:1'), 'the next sweep tries again')
  world.store.failing.add('clear')
  await reply(world)
  await world.log.drain()
  assert(world.failures.includes('clear'), 'a failing clear is reported')
  world.store.failing.clear()
  for (const event of world.database.events) event.at = new Date(NOW - 6_000)
  await world.log.sweep()
  await world.log.drain()
  assert(
    world.database.events.every(({ pending }) => pending.length === 0),
    'what could not be cleared is cleared after the next sweep',
  )
}

async function sweepsWhatIsOverdue(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  leave(world, 1, 1, new Date(NOW - 4_000))
  leave(world, 60, 1, new Date(NOW + 4_000))
  leave(world, 61, 1, new Date(NOW + 6_000))
  leave(world, 2, 130)
  for (let threadId = 3; threadId <= 20; threadId++) leave(world, threadId, 1)
  await world.log.sweep()
  await world.log.drain()
  for (const recent of ['1:1', '60:1']) {
    assert(!world.publish.seen.includes(recent), 'what is under way is not overdue')
  }
  assert(world.publish.seen.includes('61:1'), 'an event from the future is overdue')
  const ofSecond = world.publish.seen.filter((_id) => _id.startsWith('2:'))
  assert(isSame(ofSecond, ids(2, 1, 130)), 'a long backlog is delivered in order')
  assert(world.publish.seen.length === 149, 'every thread is swept')
  assert(world.database.counters.get(BOARD)?.numbers.posts === 149, 'a backlog is counted')
  assert(world.store.countOf('pending') < 500, 'a backlog is read in batches')
  // Twice for each projection of the 20 overdue threads, and once in each pass over the log of the long one.
  assert(world.store.countOf('thread') <= 20 * 2 + 130 / 4, 'a thread is projected once for all consumers')
}

async function survivesAHungConsumer(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { remembered: 12 })
  const release = world.publish.hold()
  for (let threadId = 1; threadId <= 60; threadId++) await reply(world, threadId)
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 20 }, () => reply(world)))
  await settled()
  assert(world.publish.seen.length === 0, 'it hangs')
  assert(world.other.seen.includes('60:1'), 'a hung consumer delays no other')
  const looks = world.store.counted['overdue'] ?? 0
  leave(world, 70, 1)
  const sweeps = [world.log.sweep(), world.log.sweep()]
  await settled()
  const hung = world.log.sweep()
  await settled()
  assert(world.other.seen.includes('70:1'), 'a sweep reaches the others')
  // Each of the three lanes sweeps at least once, but the one that hangs does not pile up sweeps.
  assert((world.store.counted['overdue'] ?? 0) - looks < 12, 'sweeps of a hung consumer do not pile up')
  release()
  await Promise.all([...sweeps, hung])
  await world.log.drain()
  // More threads waited than a lane remembers: the next event brings the rest.
  await reply(world)
  await world.log.drain()
  const ofFirst = world.publish.seen.filter((_id) => _id.startsWith('1:'))
  assert(isSame(ofFirst, ids(1, 1, 402)), 'what waited is delivered in order')
}

async function clearsTogether(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  assert(world.store.countOf('clear') === 1, 'what three consumers have handled is cleared together')
  assert(
    world.database.events.every(({ pending }) => pending.length === 0),
    'draining waits until all is cleared',
  )
}

async function handlesAThreadInOrder(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const release = world.publish.hold({ one: true })
  await reply(world)
  await settled()
  for (let i = 0; i < 3; i++) await reply(world)
  await settled()
  assert(world.publish.seen.length === 0, 'the events of a thread wait for the one before them')
  release()
  await world.log.drain()
  assert(isSame(world.publish.seen, ids(1, 1, 4)), 'events that waited are delivered once and in order')
  assert(world.publish.calls.length === 2, 'events that waited are delivered together')
}

/** Own events that are not consecutive must not hide those between them. */
async function leavesNoGapOpen(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const release = world.publish.hold({ one: true })
  await reply(world)
  await settled()
  await reply(world)
  appendProjected(world, 1, draft(world.database.threads.get(1) ?? null, 1))
  await reply(world)
  release()
  await world.log.drain()
  assert(isSame(world.publish.seen, ids(1, 1, 4)), "another process's event is delivered between own ones")
}

async function gathersABurst(ThreadLog: ThreadLogClass): Promise<void> {
  let now = NOW
  const rests: { ms: number; end: () => void }[] = []
  const world = setUp(ThreadLog, {
    clock: { now: () => new Date(now) },
    rest: (ms) => new Promise((end) => rests.push({ ms, end })),
  })
  world.other.isPaced = true
  await reply(world)
  await settled()
  assert(isSame(world.other.calls, [1]), 'the first event of a burst is handled at once')
  // The log's own counting rests as well.
  const paces = rests.filter(({ ms }) => ms === 200)
  assert(paces.length === 2, 'even short work is followed by a rest')
  for (let i = 0; i < 3; i++) await reply(world)
  await reply(world, 2)
  await settled()
  assert(isSame(world.other.calls, [1]), 'what comes during a rest is gathered')
  assert(world.publish.seen.length === 5, 'a consumer that is not paced does not rest')
  const release = world.other.hold({ one: true })
  for (const { end } of rests.splice(0)) end()
  await settled()
  now += 100
  release()
  await settled()
  assert(isSame(world.other.calls, [1, 4]), 'what was gathered of several threads is handled together')
  assert(
    rests.some(({ ms }) => ms === 400),
    'a rest follows the time of the work',
  )
  await reply(world)
  await settled()
  assert(world.other.seen.length === 5, 'the consumer rests again')
  await world.log.drain()
  assert(world.other.seen.length === 6, 'draining does not wait for a rest')
}

async function boundsItsWidth(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const release = world.publish.hold()
  for (let threadId = 1; threadId <= 50; threadId++) await reply(world, threadId)
  await settled()
  release()
  await world.log.drain()
  assert(world.publish.widest === 1, 'one call at a time')
  assert(isSame(world.publish.calls.slice(0, 2), [1, 31]), 'so many threads are handled at once and no more')
}

/** One thread that cannot be handled must not hold up those that are handled together with it. */
async function triesThreadsAlone(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const release = world.publish.hold({ one: true })
  await reply(world, 1)
  await settled()
  world.publish.failsFor = 3
  for (const threadId of [2, 3, 4]) for (let i = 0; i < 2; i++) await reply(world, threadId)
  await settled()
  release()
  await world.log.drain()
  assert(isSame(world.publish.seen.toSorted(), ['1:1', '2:1', '2:2', '4:1', '4:2']), 'the others are handled')
  assert(isSame([...new Set(world.failures)], ['publish']), 'its failure is reported')
  const pending = world.database.events.filter((event) => event.pending.includes('publish'))
  assert(
    isSame(
      pending.map(({ _id }) => _id),
      ids(3, 1, 2),
    ),
    'what failed stays pending',
  )
}

async function boundsWhatItHolds(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  const hundred = () => Promise.all(Array.from({ length: 100 }, () => reply(world)))
  for (let i = 0; i < 3; i++) {
    await hundred()
    await world.log.drain()
  }
  assert(world.store.countOf('pending') === 0, 'what is handled makes room for what comes')
  const release = world.publish.hold()
  for (let i = 0; i < 3; i++) await hundred()
  await settled()
  const before = world.store.countOf('pending')
  release()
  await world.log.drain()
  assert(world.store.countOf('pending') > before, 'a held-up lane keeps no more events than it may')
  assert(isSame(world.publish.seen, ids(1, 1, 600)), 'what was not kept is read again')
}

/** The slowest checks come last. */
export const DELIVERY = [
  triesThreadsAlone,
  boundsItsWidth,
  clearsTogether,
  handlesAThreadInOrder,
  gathersABurst,
  leavesNoGapOpen,
  reportsFailures,
  survivesAHungConsumer,
  boundsWhatItHolds,
  sweepsWhatIsOverdue,
]
