import { gateOfBoard, MEMBERS_GATE, OPEN_ACCESS, type Admitted, type BoardAccess } from '@forum/shared/access'
import type { BoardRights } from '@forum/shared/policies'
import type { BoardDoc } from './boards.model'

/** The facts about a reader that decide on admission to boards. */
export interface Admission {
  isMember: boolean
  /** True for moderators and admins of the whole forum. */
  isStaff: boolean
  /** Boards that this member moderates, sub-boards included. */
  moderatedBoardIds: readonly number[]
  groupIds: readonly number[]
}

export const STRANGER: Admission = { isMember: false, isStaff: false, moderatedBoardIds: [], groupIds: [] }

/** A condition that the access of a board, or of one above it, makes. */
interface Condition {
  admitted: Exclude<Admitted, 'everyone'>
  groupIds: readonly number[]
}

/** The access of a board as it is in force: a sub-board admits nobody whom a board above it does not. */
export interface AccessRule {
  see: readonly Condition[]
  start: readonly Condition[]
  reply: readonly Condition[]
  /** The same for boards that the same readers see; '' for those that everyone sees. */
  readers: string
  /** Where live events of the board go; null for everyone (`gateOfBoard`). */
  gate: string | null
}

/** Returns the access that is in force in a board. @param above the boards above it and itself, in any order */
export function ruleOf(id: number, above: readonly BoardDoc[]): AccessRule {
  const see = conditionsOf(above, 'see')
  const readers = see.map(nameOf).toSorted().join('&')
  const isForMembers = see.length === 1 && see[0]?.admitted === 'members'
  const narrow = isForMembers ? MEMBERS_GATE : gateOfBoard(id)
  return {
    see,
    start: conditionsOf(above, 'start'),
    reply: conditionsOf(above, 'reply'),
    readers,
    gate: see.length === 0 ? null : narrow,
  }
}

function conditionsOf(boards: readonly BoardDoc[], act: keyof BoardAccess): Condition[] {
  const conditions = new Map<string, Condition>()
  for (const { access = OPEN_ACCESS, groupIds = [] } of boards) {
    const admitted = access[act]
    if (admitted === 'everyone') continue
    const condition = { admitted, groupIds: admitted === 'groups' ? groupIds : [] }
    conditions.set(nameOf(condition), condition)
  }
  // Whoever meets another condition is a member.
  if (conditions.size > 1) conditions.delete(nameOf({ admitted: 'members', groupIds: [] }))
  return [...conditions.values()]
}

const nameOf = ({ admitted, groupIds }: Condition): string =>
  admitted === 'groups' ? `groups:${groupIds.toSorted((a, b) => a - b).join()}` : admitted

function isMet({ admitted, groupIds }: Condition, of: Admission): boolean {
  switch (admitted) {
    case 'members':
      return of.isMember
    case 'groups':
      return groupIds.some((id) => of.groupIds.includes(id))
    case 'staff':
      return false
  }
}

/** Returns the groups to which a board is open in any way. */
export const groupsIn = ({ see, start, reply }: AccessRule): number[] =>
  [...see, ...start, ...reply].flatMap(({ groupIds }) => groupIds)

/** Returns true if everyone admitted by the other rule is admitted by this one. */
export function seesAllOf({ see }: AccessRule, other: AccessRule | undefined): boolean {
  const met = new Set(other?.see.map(nameOf))
  return see.every(
    (condition) => met.has(nameOf(condition)) || (condition.admitted === 'members' && met.size > 0),
  )
}

/** Returns what someone may not do in which boards. */
export function rightsIn(rules: ReadonlyMap<number, AccessRule>, of: Admission): BoardRights {
  const refused = (act: keyof BoardAccess): ReadonlySet<number> =>
    new Set([...rules].flatMap(([id, rule]) => (isAdmitted(id, rule[act], of) ? [] : id)))
  const hidden = refused('see')
  const gates = [...rules].flatMap(([id, { gate }]) => (gate === null || hidden.has(id) ? [] : gate))
  return {
    key: [...hidden].join(),
    hidden,
    noThreads: refused('start'),
    noReplies: refused('reply'),
    gates: [...new Set(gates)],
  }
}

const isAdmitted = (boardId: number, conditions: readonly Condition[], of: Admission): boolean =>
  of.isStaff ||
  of.moderatedBoardIds.includes(boardId) ||
  conditions.every((condition) => isMet(condition, of))
