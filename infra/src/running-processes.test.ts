import { EventEmitter } from 'node:events'
import type { Clock } from '@forum/shared/clock'
import { expect, it } from 'vitest'
import { RunningProcesses } from './running-processes'

class FakeRedis extends EventEmitter {
  readonly values = new Map<string, string>()
  isDown = false

  private answer<T>(result: () => T): Promise<T> {
    return this.isDown ? Promise.reject(new Error('away')) : Promise.resolve(result())
  }
  hset(_key: string, id: string, text: string) {
    return this.answer(() => this.values.set(id, text))
  }
  hdel(_key: string, ...ids: string[]) {
    return this.answer(() => ids.filter((id) => this.values.delete(id)).length)
  }
  hvals(): Promise<string[]> {
    return this.answer(() => [...this.values.values()])
  }
}

let now = Date.parse('2026-01-01T00:00:00Z')
const clock: Clock = { now: () => new Date(now) }

const process = (redis: FakeRedis | null, id: string, role: 'api' | 'gateway' = 'api') => {
  const startedAt = clock.now().toISOString()
  return new RunningProcesses({
    redis,
    state: () => Promise.resolve({ id, role, version: '1.0.0', startedAt, gaps: role === 'api' ? null : 3 }),
    clock,
    onFailure: () => undefined,
  })
}
const idsOf = async (one: RunningProcesses) => (await one.list()).map(({ id }) => id)

it('lists the processes that say in Redis that they run, until they stop or fall silent', async () => {
  const redis = new FakeRedis()
  const first = process(redis, 'first')
  now += 1_000
  const gateway = process(redis, 'gateway', 'gateway')
  first.start()
  gateway.start()
  expect(await idsOf(first)).toEqual(['first', 'gateway'])
  expect((await first.list())[1]).toMatchObject({ role: 'gateway', version: '1.0.0', gaps: 3 })
  await gateway.stop()
  expect(await idsOf(first)).toEqual(['first'])

  const killed = process(redis, 'killed')
  killed.start()
  expect(await idsOf(first)).toEqual(['first', 'killed'])
  now += 60_001
  expect(await idsOf(first)).toEqual(['first'])
  expect([...redis.values.keys()]).toEqual(['first'])
})

it('knows only its own process without Redis, or while it is away', async () => {
  expect(await idsOf(process(null, 'alone'))).toEqual(['alone'])
  const redis = new FakeRedis()
  process(redis, 'other').start()
  redis.isDown = true
  expect(await idsOf(process(redis, 'alone'))).toEqual(['alone'])
})

it('announces a process as soon as Redis is available', async () => {
  const redis = new FakeRedis()
  redis.isDown = true
  const early = process(redis, 'early')
  early.start()
  redis.isDown = false
  redis.emit('ready')
  await expect.poll(() => [...redis.values.keys()]).toEqual(['early'])
  await early.stop()
  redis.emit('ready')
  expect(await idsOf(process(redis, 'other'))).toEqual(['other'])
})
