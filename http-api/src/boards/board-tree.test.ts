import { describe, expect, it } from 'vitest'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'

const board = (_id: number, parentId: number | null) =>
  ({ _id, parentId, position: _id, moderatorIds: [], revision: 1, deletedAt: null }) as unknown as BoardDoc

describe('the board tree', () => {
  it('shows every board once, each followed by those below it', () => {
    const tree = new BoardTree([board(1, null), board(2, null), board(3, 1)])
    expect(tree.boards.map(({ _id }) => _id)).toEqual([1, 3, 2])
    expect(tree.withAncestors(3).map(({ _id }) => _id)).toEqual([3, 1])
  })

  it('ends although the parents of some boards form a circle', () => {
    const tree = new BoardTree([board(1, null), board(2, 4), board(3, 2), board(4, 3), board(5, 4)])
    expect(tree.boards.map(({ _id }) => _id)).toEqual([1, 2, 3, 4, 5])
    expect(tree.withAncestors(5).map(({ _id }) => _id)).toEqual([5, 4, 3, 2])
    expect(tree.withDescendants(2)).toEqual([2, 3, 4, 5])
    expect(tree.heightOf(2)).toBe(4)
  })

  it('shows a board whose parent is gone at the top', () => {
    const tree = new BoardTree([board(1, null), board(3, 2), { ...board(2, null), deletedAt: new Date() }])
    expect(tree.boards.map(({ _id, parentId }) => [_id, parentId])).toEqual([
      [1, null],
      [3, null],
    ])
  })
})
