import { describe, expect, it } from 'vitest'
import { aLine } from './activity.fixture'
import { countLines, type FeedFilter, groupBursts, matches } from './feed'
import { filterOf, NO_FILTER, queryOf } from './filter-address'
import { offsetsOf, rowAt, rowsOf } from './rows'

/** The ids of the lines of each entry. */
const idsOf = (items: ReturnType<typeof groupBursts>) => items.map(({ lines }) => lines.map(({ id }) => id))

describe('bursts', () => {
  it('shows replies to one thread as one entry at the place of the newest', () => {
    const other = aLine(3, { thread: { id: 2, title: '别的' } })
    const lines = [aLine(5), aLine(4), other, aLine(2), aLine(1)]
    expect(idsOf(groupBursts(lines))).toEqual([[5, 4, 2, 1], [3]])
  })

  it('shows two replies one by one', () => {
    expect(idsOf(groupBursts([aLine(2), aLine(1)]))).toEqual([[2], [1]])
  })

  it('never takes a line with a flag into a burst', () => {
    const lines = [aLine(4), aLine(3, { flags: ['link'] }), aLine(2), aLine(1)]
    expect(idsOf(groupBursts(lines))).toEqual([[4, 2, 1], [3]])
  })

  it('takes new accounts into a burst with their flags, but none with another flag', () => {
    const accounts = [5, 4, 3, 2, 1].map((id) =>
      aLine(id, {
        kind: 'register',
        by: id,
        thread: null,
        postId: null,
        flags: id === 3 ? ['new_member', 'word'] : ['new_member'],
      }),
    )
    const items = groupBursts(accounts)
    expect(idsOf(items)).toEqual([[5, 4, 2, 1], [3]])
    expect(items[0]?.flags).toEqual(['new_member'])
  })

  it('separates failed sign-ins by account', () => {
    const tries = [6, 5, 4, 3, 2, 1].map((id) =>
      aLine(id, { kind: 'login_failed', by: id % 2, thread: null, postId: null }),
    )
    expect(idsOf(groupBursts(tries))).toEqual([
      [6, 4, 2],
      [5, 3, 1],
    ])
  })

  it('ends after fifteen quiet seconds, and after two minutes', () => {
    const apart = [aLine(4, { at: 40 }), aLine(3, { at: 24 }), aLine(2, { at: 23 }), aLine(1, { at: 22 })]
    expect(idsOf(groupBursts(apart))).toEqual([[4], [3, 2, 1]])
    const long = Array.from({ length: 14 }, (_, i) => aLine(14 - i, { at: (14 - i) * 10 }))
    expect(groupBursts(long).map(({ lines }) => lines.length)).toEqual([13, 1])
  })

  it('keeps the name of an entry while new lines join its burst', () => {
    const before = groupBursts([aLine(3), aLine(2), aLine(1)])
    const after = groupBursts([aLine(4), aLine(3), aLine(2), aLine(1)])
    expect(after[0]?.key).toBe(before[0]?.key)
  })
})

describe('the filter', () => {
  const boards = { chosen: null, mine: new Set([42]) }
  const passes = (filter: Partial<FeedFilter>, line = aLine(1)) =>
    matches(line, { ...NO_FILTER, ...filter }, boards)

  it.each([
    [{}, true],
    [{ view: 'flagged' as const }, false],
    [{ view: 'mine' as const }, false],
    [{ kinds: ['post' as const, 'report' as const] }, true],
    [{ kinds: ['change' as const] }, false],
    [{ flags: ['link' as const] }, false],
    [{ actor: 7 }, true],
    [{ actor: 8 }, false],
  ])('with %j shows a plain reply: %s', (filter, isShown) => {
    expect(passes(filter)).toBe(isShown)
  })

  it('shows a line with any of the chosen flags', () => {
    expect(passes({ flags: ['word', 'link'] }, aLine(1, { flags: ['link'] }))).toBe(true)
  })

  it('shows the lines of the chosen board and those below it', () => {
    const inside = (chosen: Set<number>) => matches(aLine(1), NO_FILTER, { chosen, mine: new Set() })
    expect([inside(new Set([1, 3])), inside(new Set([4]))]).toEqual([true, false])
  })

  it('is the same after a way through the address', () => {
    const filter: FeedFilter = {
      view: 'flagged',
      kinds: ['post', 'register'],
      flags: ['word'],
      boardId: 3,
      actor: 7,
    }
    expect(queryOf(filter)).toBe('view=flagged&kind=post,register&flag=word&board=3&actor=7')
    expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter)
    expect(queryOf(NO_FILTER)).toBe('')
  })

  it('leaves out what an address says without sense', () => {
    expect(filterOf(new URLSearchParams('view=x&kind=y,post&flag=z&board=-1&actor=0'))).toEqual({
      ...NO_FILTER,
      kinds: ['post'],
    })
  })

  it('counts the lines of the last minutes only', () => {
    const lines = [aLine(1), aLine(2, { flags: ['link'] }), aLine(3, { kind: 'edit' })]
    const counts = countLines(lines, Date.parse(aLine(2).createdAt), new Set([3]))
    expect(counts).toMatchObject({ all: 2, flagged: 1, mine: 2, flags: { link: 1 } })
    expect(counts.kinds).toMatchObject({ post: 1, change: 1, thread: 0 })
  })
})

describe('rows', () => {
  const items = groupBursts([aLine(5, { flags: ['link'] }), aLine(4), aLine(3), aLine(2)])

  it('follow their burst while it is expanded', () => {
    const burst = items[1]?.key ?? ''
    expect(rowsOf(items, new Set()).map(({ key }) => key)).toEqual(['5', burst])
    expect(rowsOf(items, new Set([burst])).map(({ line }) => line.id)).toEqual([5, 4, 4, 3, 2])
  })

  it('have the height of their kind, and are found by their place', () => {
    const rows = rowsOf(items, new Set())
    const offsets = offsetsOf(rows, null, true)
    expect(offsets).toEqual([0, 54, 84])
    expect(offsetsOf(rows, rows[1]?.key ?? '', true)).toEqual([0, 54, 122])
    expect([0, 53, 54, 500].map((place) => rowAt(offsets, place))).toEqual([0, 0, 1, 1])
    expect(rowAt([0], 0)).toBe(0)
  })

  it('have no second line where there is nothing to say in it, but room for their flags on a phone', () => {
    const rows = rowsOf(
      groupBursts([aLine(6, { kind: 'register', flags: ['new_member'], excerpt: '' })]),
      new Set(),
    )
    expect([offsetsOf(rows, null, true), offsetsOf(rows, null, false)]).toEqual([
      [0, 30],
      [0, 86],
    ])
  })
})
