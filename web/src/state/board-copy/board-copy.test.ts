import { beforeEach, expect, it } from 'vitest'
import { forum } from '../../store'
import { aBoard } from '../../testing/boards'
import { resetPage } from '../../testing/forum'
import { applyBoards, boardCopySlice } from '.'

beforeEach(resetPage)

it('forgets a board that is no longer below the one that it was below', () => {
  const below = [aBoard({ id: 4, parentId: 3 }), aBoard({ id: 5, parentId: 3 })]
  const apply = (children: typeof below) => {
    forum.update((write) => {
      applyBoards(write, [aBoard({ id: 3, children }), aBoard({ id: 9 })], {})
    })
  }
  const boardIds = () => Object.keys(forum.read(boardCopySlice).boards).map(Number)
  apply(below)
  expect(boardIds()).toEqual([3, 4, 5, 9])
  apply(below.slice(0, 1))
  expect(boardIds()).toEqual([3, 4, 9])
})
