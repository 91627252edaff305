import { expect, it } from 'vitest'
import { aBoard, aThread } from '../../testing/boards'
import { HAPPENING_MAX, newestThreads } from './newest'

const last = (id: number, minute: number) => ({
  id,
  title: `主题${id}`,
  lastPostAt: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
  lastPostUser: aThread({ id }).lastPostUser,
})

it('tells of the newest threads first, each once, and of no more than it has room for', () => {
  const boards = Array.from({ length: 8 }, (_, index) =>
    aBoard({ id: index + 41, parentId: 40, lastThread: last(index + 1, index) }),
  )
  const parent = aBoard({ id: 40, children: boards, lastThread: last(8, 7) })
  const newest = newestThreads([parent, ...boards])
  expect(newest.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4].slice(0, HAPPENING_MAX))
  expect(newest[0]?.boardName).toBe('版块48')
})

it('passes over boards in which nothing was written yet', () => {
  expect(newestThreads([aBoard({ id: 1 })])).toEqual([])
})
