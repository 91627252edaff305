import type { BoardAccess } from '@forum/shared/access'
import { expect, it } from 'vitest'
import { STRANGER } from './access'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'

const board = (_id: number, parentId: number | null, see?: BoardAccess['see'], groupIds: number[] = []) =>
  ({
    _id,
    parentId,
    position: _id,
    moderatorIds: [],
    revision: 1,
    deletedAt: null,
    groupIds,
    ...(see ? { access: { see, start: 'members', reply: 'members' } } : {}),
  }) as unknown as BoardDoc
const tree = new BoardTree([
  board(1, null),
  board(2, 1, 'members'),
  board(3, 1, 'groups', [7]),
  board(4, 3),
  board(5, 3, 'groups', [8]),
  board(6, null, 'staff'),
])
const member = { ...STRANGER, isMember: true }
const seenBy = (of: typeof member) => tree.visibleTo(tree.rightsOf(of)).boards.map(({ _id }) => _id)

it('admits to a sub-board nobody whom a board above it does not', () => {
  expect(seenBy(STRANGER)).toEqual([1])
  expect(seenBy(member)).toEqual([1, 2])
  expect(seenBy({ ...member, groupIds: [7] })).toEqual([1, 2, 3, 4])
  expect(seenBy({ ...member, groupIds: [8] })).toEqual([1, 2])
  expect(seenBy({ ...member, groupIds: [7, 8] })).toEqual([1, 2, 3, 4, 5])
  expect(seenBy({ ...member, isStaff: true })).toEqual([1, 2, 3, 4, 5, 6])
})

it('shows moderators the boards that they moderate, whatever their access', () => {
  expect(seenBy({ ...member, moderatedBoardIds: [5] })).toEqual([1, 2, 5])
})

it('counts a sub-board with the board above it only if the same readers see both', () => {
  expect(tree.countedWith(1)).toEqual([])
  expect(tree.countedWith(3).map(({ _id }) => _id)).toEqual([4])
})

it('lists nothing below a board that is hidden', () => {
  const seen = tree.visibleTo(tree.rightsOf(member))
  expect(seen.withDescendants(3)).toEqual([])
  expect(seen.inSight()).toEqual({ boardId: { $nin: [3, 4, 5, 6] } })
})
