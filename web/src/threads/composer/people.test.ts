import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { matching, type Person, useMentioned } from './people'
import { spell } from './pinyin'

const people: Person[] = [
  { id: 1, username: 'laowang88', displayName: '隔壁老王' },
  { id: 2, username: 'xiaoli', displayName: '小丽在湾区' },
  { id: 3, username: 'beiji77', displayName: '北极星' },
  { id: 4, username: 'mike', displayName: 'Mike' },
]
const ids = (query: string, spelling: typeof spell | null = spell) =>
  matching(people, query, spelling).map(({ id }) => id)

describe('people to mention', () => {
  it('matches people by username, display name and the pronunciation of a Chinese name', () => {
    expect(ids('lao')).toEqual([1])
    expect(ids('老王')).toEqual([1])
    expect(ids('gebi')).toEqual([1])
    expect(ids('xlzwq')).toEqual([2])
    expect(ids('beijixing')).toEqual([3])
    expect(ids('MI')).toEqual([4])
    expect(ids('zzz')).toEqual([])
  })

  it('matches people by their letters while the readings have not loaded', () => {
    expect(ids('gebi', null)).toEqual([])
    expect(ids('bei', null)).toEqual([3])
  })

  it('suggests all people before a letter is typed', () => {
    expect(ids('')).toEqual([1, 2, 3, 4])
  })

  it('keeps the array of mentioned members while the text stays', () => {
    const { result, rerender } = renderHook(({ source }) => useMentioned(source, people), {
      initialProps: { source: '问 @mike' },
    })
    const first = result.current
    expect(first).toEqual([{ id: 4, username: 'mike' }])
    rerender({ source: '问 @mike' })
    expect(result.current).toBe(first)
    rerender({ source: '问 @mike 和 @xiaoli' })
    expect(result.current.map(({ id }) => id)).toEqual([4, 2])
  })
})
