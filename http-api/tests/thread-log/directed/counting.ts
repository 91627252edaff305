import { assert, type ThreadLogClass } from '../simulate'
import { append, BOARD, DAY, draft, isSame, leave, reply, setUp, type World } from './world'

async function repairsDrift(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  assert(isSame(await world.log.scrub([BOARD]), []), 'right numbers are left alone')
  assert(isSame(await world.log.scrub(['board:9']), []), 'an unknown counter is left alone')
  const counter = world.database.counters.get(BOARD)
  if (!counter) throw new Error('there is a counter')
  for (const drift of [{ posts: 5 }, { threads: 2 }, { likes: 3 }, { days: { [DAY]: 7 } }]) {
    counter.numbers = { ...counter.numbers, ...drift }
    assert(isSame(await world.log.scrub([BOARD, 'member:9']), [BOARD]), 'drift is repaired')
    assert(counter.numbers.posts === 1 && counter.numbers.days[DAY] === 1, 'drift is repaired rightly')
    assert(counter.numbers.threads === 0 && counter.numbers.likes === 0, 'drift is repaired wholly')
  }
  leave(world, 2, 1)
  counter.numbers = { ...counter.numbers, posts: 9 }
  assert(isSame(await world.log.scrub([BOARD]), []), 'nothing is judged while an event waits to be counted')
}

async function boundsMarks(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { maxMarks: 4 })
  for (let threadId = 1; threadId <= 30; threadId++) {
    await reply(world, threadId)
    await world.log.drain()
  }
  const counter = world.database.counters.get(BOARD)
  assert(counter !== undefined && counter.marks.size <= 6, 'marks are evicted')
  assert(counter?.numbers.posts === 30, 'eviction counts nothing twice')
  assert((counter?.epoch ?? 0) < 15, 'marks are evicted in groups')
}

async function evictsNoMoreThanItMust(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { maxMarks: 4 })
  for (let i = 0; i < 9; i++) {
    await reply(world, 1 + (i % 3))
    await world.log.drain()
  }
  // Additions to three threads look like nine marks until the counter is read.
  assert(world.database.counters.get(BOARD)?.epoch === 0, 'marks that fit are kept')
  assert(world.store.countOf('counters') <= 4, 'what a read of a counter shows is remembered')
}

/** Does what another process does to a counter: counts what is pending, and evicts the mark. */
function countElsewhere({ database }: World): void {
  const counter = database.counters.get(BOARD)
  if (!counter) throw new Error('there is a counter')
  for (const event of database.events) {
    if (!event.pending.includes('count')) continue
    event.pending = event.pending.filter((name) => name !== 'count')
    counter.numbers = { ...counter.numbers, posts: counter.numbers.posts + 1 }
  }
  counter.epoch++
  counter.revision++
}

/** An epoch learned after the log was read does not prove that what was read is still uncounted. */
async function trustsOnlyEpochsLearnedBefore(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  leave(world, 1, 1)
  world.store.meanwhile.set('pending count', () => {
    countElsewhere(world)
    return reply(world, 2)
  })
  await world.log.sweep()
  await world.log.drain()
  assert(world.database.counters.get(BOARD)?.numbers.posts === 2, 'an event is counted once')
}

async function countsWhatIsLeftOfASubject(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { maxMarks: 0 })
  const withMember = () => {
    const made = draft(null, 1)
    return { ...made, counts: [...made.counts, { subject: 'member' as const, id: 9, posts: 1 }] }
  }
  await world.log.change(1, () => Promise.resolve(withMember()))
  append(world, 2, { ...withMember(), at: new Date(0) })
  await world.log.sweep()
  await world.log.drain()
  world.store.meanwhile.set('add', () => world.database.counters.delete(BOARD))
  await reply(world, 3)
  await world.log.drain()
  assert(world.failures.length === 0, 'a counter whose subject is gone is no failure')
  assert(
    world.database.events.every(({ pending }) => pending.length === 0),
    'nothing waits for a subject that is gone',
  )
  const other = setUp(ThreadLog, { maxMarks: 0 })
  other.store.meanwhile.set('add', () => other.database.counters.delete(BOARD))
  await reply(other)
  await other.log.drain()
  assert(other.failures.length === 0, 'a counter that goes before its marks are evicted is no failure')
}

async function countsWithLittleMemory(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { remembered: 2 })
  const members = [1, 2]
  for (const id of members) world.database.addCounter(`member:${id}`)
  // During the board's addition, a change elsewhere evicts it from the cache.
  world.store.meanwhile.set('add', () =>
    world.log.change(2, () =>
      Promise.resolve({
        ...draft(null, 2),
        counts: members.map((id) => ({ subject: 'member' as const, id, posts: 1 })),
      }),
    ),
  )
  await reply(world)
  await world.log.drain()
  assert(world.failures.length === 0, 'a counter that is no longer remembered is counted all the same')
}

async function countsMoreThanItRemembers(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { remembered: 2 })
  const members = [1, 2, 3, 4, 5]
  for (const id of members) world.database.addCounter(`member:${id}`)
  const counts = members.map((id) => ({ subject: 'member' as const, id, posts: 1 }))
  await world.log.change(1, () => Promise.resolve({ ...draft(null, 1), counts }))
  await world.log.drain()
  append(world, 2, { ...draft(null, 2), at: new Date(0), counts })
  await world.log.sweep()
  await world.log.drain()
  assert(world.failures.length === 0, 'an event may touch more counters than are remembered')
  assert(
    members.every((id) => world.database.counters.get(`member:${id}`)?.numbers.posts === 2),
    'every counter of an event with many is counted once',
  )
}

async function addsOnceWhenCold(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  assert(world.store.countOf('add') === 1, 'epochs are learned before the insert')
  assert(world.store.countOf('counters') === 1, 'epochs are read once')
}

async function takesEpochsFromOthers(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  world.log.rememberCounter({ key: BOARD, epoch: 0, marks: 0 })
  await reply(world)
  await world.log.drain()
  assert(world.store.countOf('counters') === 0, 'an epoch that is known is not read')
  const posts = () => world.database.counters.get(BOARD)?.numbers.posts
  assert(posts() === 1, 'an epoch from elsewhere counts')
  Object.assign(world.database.counters.get(BOARD) ?? {}, { epoch: 5 })
  await reply(world)
  await world.log.drain()
  assert(posts() === 2, 'an outdated epoch is read again')
  // The older epoch arrives late.
  world.log.rememberCounter({ key: BOARD, epoch: 0, marks: 0 })
  const reads = world.store.countOf('counters')
  await reply(world)
  await world.log.drain()
  assert(world.store.countOf('counters') === reads, 'an epoch from elsewhere replaces no known one')
}

export const COUNTING = [
  addsOnceWhenCold,
  boundsMarks,
  countsWhatIsLeftOfASubject,
  countsMoreThanItRemembers,
  countsWithLittleMemory,
  evictsNoMoreThanItMust,
  takesEpochsFromOthers,
  repairsDrift,
  trustsOnlyEpochsLearnedBefore,
]
