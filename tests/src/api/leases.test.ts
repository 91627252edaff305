import { HOUR_MS } from '@forum/shared/clock'
import { acquireLease, underLease, unlessLeased, type Collections } from '@forum/http-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, TestClock, type TestForum } from '../fixtures/forum'

describe('a lease', () => {
  let forum: TestForum
  let db: Collections

  beforeAll(async () => {
    forum = await startTestForum({ boards: false })
    db = forum.api.db
  })
  afterAll(() => forum.stop())

  it('is held by one process, renewed by its holder, and free when it ends', async () => {
    const clock = new TestClock()
    const take = (holder: string) => acquireLease(db, clock, { job: 'walk', holder, ms: HOUR_MS })
    expect(await take('a')).toBe(true)
    expect(await take('b')).toBe(false)
    clock.advance(0.8 * HOUR_MS)
    expect(await take('a')).toBe(true)
    clock.advance(0.8 * HOUR_MS)
    expect(await take('b')).toBe(false)
    clock.advance(0.4 * HOUR_MS)
    expect(await take('b')).toBe(true)
    expect(await take('a')).toBe(false)
  })

  it('gives a lease to one of many who try to acquire it at once', async () => {
    const clock = new TestClock()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        acquireLease(db, clock, { job: 'race', holder: `${i}`, ms: HOUR_MS }),
      ),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  it("measures leases by the database's clock, not by that of a process with a wrong clock", async () => {
    const fast = { now: () => new Date(Date.now() + HOUR_MS) }
    const right = { now: () => new Date() }
    expect(await acquireLease(db, right, { job: 'clock', holder: 'a', ms: 60_000 })).toBe(true)
    expect(await acquireLease(db, fast, { job: 'clock', holder: 'b', ms: 60_000 })).toBe(false)
  })

  it('lets a second caller pass over a job that is being done, and frees it at the end', async () => {
    const clock = new TestClock()
    let runs = 0
    const run = (work = () => Promise.resolve()) =>
      unlessLeased(db, clock, 'once', async () => {
        runs += 1
        await work()
      })
    await run(() => run())
    expect(runs).toBe(1)
    await expect(run(() => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed')
    await run()
    expect(runs).toBe(3)
  })

  it('renews a lease as long as the work runs', async () => {
    const clock = new TestClock()
    let renew: () => Promise<unknown> = () => Promise.reject(new Error('nothing is to be renewed yet'))
    let isRenewing = true
    await underLease(
      db,
      clock,
      'long',
      async () => {
        for (let round = 0; round < 3; round++) {
          clock.advance(4_000)
          await renew()
        }
        expect(await acquireLease(db, clock, { job: 'long', holder: 'other', ms: 1_000 })).toBe(false)
      },
      (_ms, task) => {
        renew = task
        return () => {
          isRenewing = false
          return Promise.resolve()
        }
      },
    )
    expect(isRenewing).toBe(false)
    expect(await db.leases.findOne({ _id: 'long' })).toBeNull()
  })
})
