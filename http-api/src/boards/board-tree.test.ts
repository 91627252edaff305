import { describe, expect, it } from 'vitest'
import { BoardTree, RIGHTS_MAX } from './board-tree'
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

  it('remembers the rights of a bounded number of combinations of groups', () => {
    const access = { see: 'groups', start: 'members', reply: 'members' } as const
    const boards = Array.from({ length: 12 }, (_, i) => ({
      ...board(i + 1, null),
      access,
      groupIds: [i + 1],
    }))
    const tree = new BoardTree(boards)
    const rightsIn = (combination: number) =>
      tree.rightsOf({
        isMember: true,
        isStaff: false,
        moderatedBoardIds: [],
        groupIds: boards.flatMap(({ _id }, i) => (combination & (1 << i) ? _id : [])),
      })
    const first = rightsIn(0)
    expect(rightsIn(0)).toBe(first)
    for (let combination = 1; combination <= RIGHTS_MAX; combination++) rightsIn(combination)
    expect(rightsIn(0)).not.toBe(first)
    expect(rightsIn(0)).toEqual(first)
  })

  it('shows a board whose parent is gone at the top', () => {
    const tree = new BoardTree([board(1, null), board(3, 2), { ...board(2, null), deletedAt: new Date() }])
    expect(tree.boards.map(({ _id, parentId }) => [_id, parentId])).toEqual([
      [1, null],
      [3, null],
    ])
  })
})
