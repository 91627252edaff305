import { DAY_MS, HOUR_MS } from '@forum/shared/clock'
import type { SiteStats } from '@forum/shared/contract'
import { ALL_RIGHTS } from '@forum/shared/policies'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

/** Noon of a day, in the summer time of the test forum's time zone. */
const at = (day: string, hour = 12) => new Date(Date.parse(`${day}T16:00:00.000Z`) + (hour - 12) * HOUR_MS)

describe('the numbers of the site', () => {
  let forum: TestForum
  let admin: TestMember

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    const joined = async (name: string, day: string) => {
      const { id } = await forum.member(name)
      await forum.api.db.members.updateOne({ _id: id }, { $set: { joinedAt: at(day) } })
      return id
    }
    // Monday, 6 July 2026, and the week after.
    const anna = await joined('anna', '2026-07-06')
    const bob = await joined('bob', '2026-07-08')
    const carl = await joined('carl', '2026-07-14')
    const histories = [
      await pastThread(forum, { boardId: 42, authorId: anna, startedAt: at('2026-07-06'), replies: 0 }),
      await pastThread(forum, { boardId: 3, authorId: bob, startedAt: at('2026-07-09', 20), replies: 0 }),
      await pastThread(forum, { boardId: 42, authorId: anna, startedAt: at('2026-07-14'), replies: 0 }),
    ]
    await forum.api.load.save(histories)
    const [first] = histories
    const openingPostId = first?.folded.thread?.openingPostId ?? 0
    const reporter = {
      id: carl,
      role: 'user',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    } as const
    await forum.api.services.reports.report({ actor: reporter }, openingPostId, '广告')
    const createdAt = at('2026-07-08')
    const settled = {
      createdAt,
      handledAt: new Date(createdAt.getTime() + 36 * HOUR_MS),
      'reports.0.createdAt': createdAt,
    }
    await forum.api.db.cases.updateMany({}, { $set: { ...settled, status: 'resolved' } })
  })
  afterAll(() => forum.stop())

  const stats = async (query: string) =>
    (await forum.request.get(`/api/admin/stats?${query}`).set(admin.headers).expect(200)).body as SiteStats
  const JULY = 'from=2026-07-06&to=2026-07-19'

  it('counts each day, which keeps nothing', async () => {
    const { series, boards, hours } = await stats(JULY)
    expect(series).toHaveLength(14)
    const on = (day: string) => series.find(({ date }) => date === `2026-07-${day}`)
    const nothing = { newMembers: 0, activeMembers: 0, returningMembers: 0, threads: 0, replies: 0 }
    expect(on('06')).toMatchObject({ ...nothing, newMembers: 1, activeMembers: 1, threads: 1 })
    expect(on('08')).toMatchObject({ ...nothing, newMembers: 1, reports: 1, medianHoursToSettle: null })
    expect(on('09')).toMatchObject({ ...nothing, threads: 1, activeMembers: 1, returningMembers: 1 })
    // 36 hours later.
    expect(on('10')).toMatchObject({ ...nothing, medianHoursToSettle: 36 })
    expect(boards).toMatchObject([
      { id: 42, posts: 2 },
      { id: 3, posts: 1 },
    ])
    expect([hours[12], hours[20]]).toEqual([2, 1])

    expect(await forum.api.db.dailyStats.countDocuments({})).toBe(0)
  })

  it('keeps rows that equal a recount, of all days that ended more than two days ago', async () => {
    const { dailyStats } = forum.api.db
    const rows = () => dailyStats.find({}, { sort: { _id: 1 } }).toArray()
    const counted = await stats(JULY)
    await forum.api.prune()
    const kept = await rows()
    const today = (await stats('')).series.at(-1)?.date ?? ''
    const lastKept = new Date(Date.parse(today) - 3 * DAY_MS).toISOString().slice(0, 10)
    expect([kept[0]?._id, kept.at(-1)?._id]).toEqual(['2026-07-06', lastKept])
    expect(await stats(JULY)).toEqual(counted)
    await dailyStats.deleteMany({ _id: { $gte: '2026-07-08' } })
    await forum.api.prune()
    expect(await rows()).toEqual(kept)
  })

  it('sums weeks from Monday, with the members who returned a week after they joined', async () => {
    const { series } = await stats(`${JULY}&by=week`)
    expect(series).toMatchObject([
      { date: '2026-07-06', newMembers: 2, activeMembers: 2, returningMembers: 0, threads: 2, reports: 1 },
      { date: '2026-07-13', newMembers: 1, activeMembers: 1, returningMembers: 1, threads: 1 },
    ])
  })

  it('counts the last days, by week from the Monday before them', async () => {
    const datesOf = async (query: string) => (await stats(query)).series.map(({ date }) => date)
    expect(await datesOf('days=3&to=2026-07-15')).toEqual(['2026-07-13', '2026-07-14', '2026-07-15'])
    expect(await datesOf('days=7&to=2026-07-15&by=week')).toEqual(['2026-07-06', '2026-07-13'])
    expect(await datesOf('days=3&to=2026-07-15&by=week')).toEqual(['2026-07-13'])
    expect(await datesOf('')).toHaveLength(30)
  })

  it('reads a row that is kept, and counts the present day again', async () => {
    await forum.api.db.dailyStats.updateOne({ _id: '2026-07-06' }, { $set: { threads: 99 } })
    expect((await stats(JULY)).series[0]?.threads).toBe(99)
    await forum.api.db.dailyStats.deleteOne({ _id: '2026-07-06' })
    await forum.api.prune()
    expect((await stats(JULY)).series[0]?.threads).toBe(1)
    const today = async () => (await stats('')).series.at(-1)?.threads ?? 0
    const before = await today()
    await forum.thread(admin)
    await forum.settle()
    expect(await today()).toBe(before + 1)
  })

  it('counts searches without a result, but not what was searched for', async () => {
    await forum.request.get(`/api/search?q=${encodeURIComponent('没有的词语')}`).expect(200)
    await forum.settle()
    expect((await stats('')).series.at(-1)?.emptySearches).toBe(1)
    expect(JSON.stringify(await forum.api.db.emptySearches.find({}).toArray())).not.toContain('没有')
  })

  it('exports the series as CSV', async () => {
    const csv = await forum.request.get(`/api/admin/stats.csv?${JULY}&by=week`).set(admin.headers).expect(200)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n').slice(0, 3)).toEqual([
      'date,newMembers,activeMembers,returningMembers,threads,replies,reports,medianHoursToSettle,emptySearches',
      '2026-07-06,2,2,0,2,0,1,36,0',
      '2026-07-13,1,1,1,1,0,0,,0',
    ])
  })

  it.each(['from=2026-07-09&to=2026-07-06', 'from=2000-01-01&to=2026-07-06', 'from=soon', 'days=0'])(
    'refuses a range that is none: %s',
    async (query) => {
      await forum.request.get(`/api/admin/stats?${query}`).set(admin.headers).expect(400)
    },
  )

  it('has as many days as a range of five years', async () => {
    expect((await stats(`from=2021-07-20&to=2026-07-19`)).series).toHaveLength(
      Math.round((Date.parse('2026-07-19') - Date.parse('2021-07-20')) / DAY_MS) + 1,
    )
  })
})
