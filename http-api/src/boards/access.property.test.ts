import type { BoardAccess } from '@forum/shared/access'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STRANGER } from './access'
import { BoardTree } from './board-tree'
import type { BoardDoc } from './boards.model'

interface Plain {
  id: number
  parentId: number | null
  access: BoardAccess
  groupIds: number[]
  moderatorIds: number[]
}

const GROUPS = [1, 2, 3]
const writers = fc.constantFrom<BoardAccess['start']>('members', 'groups', 'staff')
const access = fc.record({
  see: fc.constantFrom<BoardAccess['see']>('everyone', 'members', 'groups', 'staff'),
  start: writers,
  reply: writers,
})
/** Boards of which each is at the top or below an earlier one. */
const forest: fc.Arbitrary<Plain[]> = fc
  .array(
    fc.record({
      parent: fc.nat({ max: 9 }),
      isRoot: fc.boolean(),
      access,
      groupIds: fc.subarray(GROUPS, { minLength: 1 }),
      moderatorIds: fc.subarray([7, 8]),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ parent, isRoot, ...row }, i) => ({
      ...row,
      id: i + 1,
      parentId: isRoot || i === 0 ? null : 1 + (parent % i),
    })),
  )
interface PlainReader {
  id: number
  isMember: boolean
  isStaff: boolean
  groupIds: number[]
}
const reader: fc.Arbitrary<PlainReader> = fc.record({
  id: fc.constantFrom(7, 8, 9),
  isMember: fc.boolean(),
  isStaff: fc.boolean(),
  groupIds: fc.subarray(GROUPS),
})

const treeOf = (boards: readonly Plain[]) =>
  new BoardTree(
    boards.map(
      ({ id, ...board }) =>
        ({ ...board, _id: id, position: id, revision: 1, deletedAt: null }) as unknown as BoardDoc,
    ),
  )

/** The rule, written independently: staff, a board's moderators, and those whom it and all boards above it admit. */
function isAllowed(boards: readonly Plain[], id: number, act: keyof BoardAccess, who: PlainReader): boolean {
  if (who.isMember && who.isStaff) return true
  const above: Plain[] = []
  for (let at = boards.find((one) => one.id === id); at; at = boards.find((one) => one.id === at?.parentId))
    above.push(at)
  if (who.isMember && above.some(({ moderatorIds }) => moderatorIds.includes(who.id))) return true
  return above.every(({ access: of, groupIds }) => {
    switch (of[act]) {
      case 'everyone':
        return true
      case 'members':
        return who.isMember
      case 'groups':
        return who.isMember && groupIds.some((group) => who.groupIds.includes(group))
      case 'staff':
        return false
    }
  })
}

it('lets each reader do what a plain reading of the access says, however it changes', () => {
  fc.assert(
    fc.property(fc.array(forest, { minLength: 1, maxLength: 4 }), reader, (states, who) => {
      for (const boards of states) {
        const tree = treeOf(boards)
        const rights = tree.rightsOf(
          who.isMember ? { ...who, moderatedBoardIds: tree.moderatedBy(who.id) } : STRANGER,
        )
        const seen = new Set(tree.visibleTo(rights).boards.map(({ _id }) => _id))
        for (const { id } of boards) {
          expect(!rights.hidden.has(id)).toBe(isAllowed(boards, id, 'see', who))
          expect(seen.has(id)).toBe(!rights.hidden.has(id))
          expect(!rights.noThreads.has(id)).toBe(isAllowed(boards, id, 'start', who))
          expect(!rights.noReplies.has(id)).toBe(isAllowed(boards, id, 'reply', who))
          // Whoever sees the board hears of it, and nobody else.
          const gate = tree.gateOf(id)
          expect(gate === null || rights.gates.includes(gate)).toBe(seen.has(id))
        }
      }
    }),
    { numRuns: 300 },
  )
})

it('has few classes of readers, however many groups there are', () => {
  const boards = [1, 2, 3].map((id) => ({
    id,
    parentId: null,
    access: { see: 'groups', start: 'members', reply: 'members' } as const,
    groupIds: [id],
    moderatorIds: [],
  }))
  const tree = treeOf(boards)
  const everyGroup = Array.from({ length: 50 }, (_, i) => i + 1)
  const classes = new Set()
  const views = new Set()
  for (let seed = 0; seed < 2_000; seed++) {
    const groupIds = everyGroup.filter((id) => (seed * (id + 7919)) % (id + 2) === 0)
    const rights = tree.rightsOf({ ...STRANGER, isMember: true, groupIds })
    classes.add(rights)
    views.add(tree.visibleTo(rights))
  }
  // One for each set of boards that somebody may not see.
  expect(classes.size).toBeLessThanOrEqual(8)
  expect(views.size).toBeLessThanOrEqual(8)
  expect(classes.size).toBeGreaterThan(1)
})
