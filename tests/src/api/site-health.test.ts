import { recordBackup } from '@forum/http-api'
import type { SiteHealthReport } from '@forum/shared/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPeopledForum } from '../fixtures/forum'

let people: Awaited<ReturnType<typeof startPeopledForum>>
beforeAll(async () => {
  people = await startPeopledForum()
})
afterAll(() => people.forum.stop())

it('tells an admin what waits, what is indexed, when the last backup was made and since when it is read-only', async () => {
  const { forum, xiaoli } = people
  const admin = await forum.member('zongguan', 'admin')
  const read = async () => {
    return (await forum.as(admin).call('getSiteHealth')).health
  }
  await forum.settle()
  const before = await read()
  expect(before).toMatchObject({
    database: 'up',
    redis: 'unused',
    backlog: { events: 0, oldestSeconds: 0 },
    lastBackupAt: null,
    readOnlySince: null,
  })
  await forum.thread(xiaoli, 41, '索引里的一帖')
  await forum.settle()
  await recordBackup(forum.api.db, forum.clock)
  const settings = { readOnly: true }
  await forum.as(admin).call('setSettings', { settings })
  const after = await read()
  const indexed = (search: SiteHealthReport['search']) => (search?.posts ?? 0) + (search?.waiting ?? 0)
  expect(indexed(after.search)).toBe(indexed(before.search) + 1)
  const now = forum.clock.now().getTime()
  for (const at of [after.lastBackupAt, after.readOnlySince]) {
    expect(Math.abs(Date.parse(at ?? '') - now)).toBeLessThan(60_000)
  }
})
