import { gateOfBoard } from '@forum/shared/access'
import type { BoardRights } from '@forum/shared/policies'
import { LRUCache } from 'lru-cache'
import { groupsIn, rightsIn, ruleOf, seesAllOf, type AccessRule, type Admission } from './access'
import type { BoardDoc } from './boards.model'

/** Maximum number of combinations of groups, and of classes of readers, that a tree remembers. */
export const RIGHTS_MAX = 500
const VIEWS_MAX = 100

/**
 * All boards as of one read, in display order: each board is followed by those below it. `visibleTo` returns the tree
 * that a reader sees, in which nothing of the other boards is left: readers get what is made of that.
 */
export class BoardTree {
  readonly boards: readonly BoardDoc[]
  /** The access that is in force in each board. */
  readonly rules: ReadonlyMap<number, AccessRule>
  /** The boards that everyone sees. */
  readonly openBoards: ReadonlySet<number>
  /** A number that rises whenever lists have to drop a thread, or words of one (`isWithdrawal`). */
  readonly withdrawals: number
  /** True if the access of any board depends on groups. */
  readonly dependsOnGroups: boolean
  /** The groups to which a board is open: no other decides what a reader sees. */
  private readonly namedGroups: ReadonlySet<number>
  /** Stands for who sees which boards. */
  readonly accessKey: string
  /** The sum of the revisions of all boards, deleted ones included, so that it never falls. */
  readonly revision: number
  private readonly byId: ReadonlyMap<number, BoardDoc>
  /** The boards that deleted ones were merged into. */
  private readonly merged: ReadonlyMap<number, number>
  private readonly byParent: ReadonlyMap<number | null, BoardDoc[]>

  /** By groups and boards that someone moderates: combinations of groups may be as many as members. */
  private readonly rights = new LRUCache<string, BoardRights>({ max: RIGHTS_MAX })
  /** By class of readers, of which a forum has a handful. */
  private readonly views = new LRUCache<string, BoardTree>({ max: VIEWS_MAX })

  constructor(stored: readonly BoardDoc[], whole?: BoardTree) {
    const standing = rooted(stored.filter(({ deletedAt }) => !deletedAt)).sort(
      (a, b) => a.position - b.position || a._id - b._id,
    )
    this.revision = whole?.revision ?? stored.reduce((sum, { revision }) => sum + revision, 0)
    this.withdrawals = whole?.withdrawals ?? stored.reduce((sum, { withdrawals = 0 }) => sum + withdrawals, 0)
    this.byId = new Map(standing.map((board) => [board._id, board]))
    this.merged =
      whole?.merged ??
      new Map(
        stored.flatMap(({ _id, deletedAt, mergedInto }) =>
          deletedAt && typeof mergedInto === 'number' ? [[_id, mergedInto]] : [],
        ),
      )
    const byParent = new Map<number | null, BoardDoc[]>()
    for (const board of standing)
      byParent.set(board.parentId, [...(byParent.get(board.parentId) ?? []), board])
    this.byParent = byParent
    const below = (id: number | null): BoardDoc[] =>
      (byParent.get(id) ?? []).flatMap((board) => [board, ...below(board._id)])
    this.boards = below(null)
    this.rules =
      whole?.rules ?? new Map(this.boards.map(({ _id }) => [_id, ruleOf(_id, this.withAncestors(_id))]))
    this.namedGroups = new Set([...this.rules.values()].flatMap(groupsIn))
    this.dependsOnGroups = this.namedGroups.size > 0
    this.openBoards =
      whole?.openBoards ?? new Set([...this.rules].flatMap(([id, { readers }]) => (readers === '' ? id : [])))
    const narrow = [...this.rules].filter(([, { readers }]) => readers !== '')
    this.accessKey = whole?.accessKey ?? narrow.map(([id, { readers }]) => `${id}:${readers}`).join()
  }

  /** Returns what someone may not do in which boards. Everyone of a class gets the same `key`. */
  rightsOf(given: Admission): BoardRights {
    const groupIds = given.groupIds.filter((id) => this.namedGroups.has(id)).toSorted((a, b) => a - b)
    const admission = { ...given, groupIds }
    const key = JSON.stringify(admission)
    const rights = this.rights.get(key) ?? rightsIn(this.rules, admission)
    this.rights.set(key, rights)
    return rights
  }

  /** Returns the tree without the boards that are hidden. */
  visibleTo({ key, hidden }: BoardRights): BoardTree {
    if (hidden.size === 0) return this
    const cached = this.views.get(key)
    if (cached) return cached
    const view = new BoardTree(
      this.boards.filter(({ _id }) => !hidden.has(_id)),
      this,
    )
    this.views.set(key, view)
    return view
  }

  /** Returns true if all who see a board see another one too. */
  isSeenByReadersOf(boardId: number, otherId: number): boolean {
    const [rule, other] = [this.rules.get(boardId), this.rules.get(otherId)]
    return rule !== undefined && (rule === other || seesAllOf(rule, other))
  }

  /** Returns what narrows threads of the whole forum to the boards of this tree; nothing if none is hidden in it. */
  inSight(): { boardId?: { $nin: number[] } } {
    const hidden = [...this.rules.keys()].filter((id) => !this.byId.has(id))
    return hidden.length === 0 ? {} : { boardId: { $nin: hidden } }
  }

  /** Returns the gate that events of a board go through, null for everyone; nobody hears of an unknown board. */
  gateOf(boardId: number): string | null {
    const rule = this.rules.get(boardId)
    return rule ? rule.gate : gateOfBoard(boardId)
  }

  /**
   * Returns the boards right below one that the same readers see. The numbers of a board include these only, so that
   * they are the same for all who see it, and say nothing of what is hidden from some.
   */
  countedWith(id: number): readonly BoardDoc[] {
    const readers = this.rules.get(id)?.readers
    return this.childrenOf(id).filter((child) => this.rules.get(child._id)?.readers === readers)
  }

  find(id: number): BoardDoc | undefined {
    return this.byId.get(id)
  }

  /** Returns the board at an address: of a merged board, the one that it was merged into. */
  at(id: number): BoardDoc | undefined {
    const seen = new Set<number>()
    let at = id
    for (let next = this.merged.get(at); next !== undefined && !seen.has(at); next = this.merged.get(at)) {
      seen.add(at)
      at = next
    }
    return this.find(at)
  }

  /** Returns the board at an address and all boards below it. */
  underAddress(id: number): number[] {
    return this.withDescendants(this.at(id)?._id ?? id)
  }

  childrenOf(id: number | null): readonly BoardDoc[] {
    return this.byParent.get(id) ?? []
  }

  /** Returns the board and all boards below it; none if it is hidden in this tree. */
  withDescendants(id: number): number[] {
    if (this.rules.has(id) && !this.byId.has(id)) return []
    return [id, ...this.childrenOf(id).flatMap((child) => this.withDescendants(child._id))]
  }

  /** Returns the board and all boards above it, starting with the board itself. */
  withAncestors(id: number): BoardDoc[] {
    const board = this.find(id)
    if (!board) return []
    return [board, ...(board.parentId === null ? [] : this.withAncestors(board.parentId))]
  }

  /** Returns the number of levels from this board down, itself included. */
  heightOf(id: number): number {
    return 1 + Math.max(0, ...this.childrenOf(id).map((child) => this.heightOf(child._id)))
  }

  /** Returns the boards that a member moderates, as a moderator of the board or of one above it. */
  moderatedBy(userId: number): number[] {
    const listed = this.boards.filter((board) => board.moderatorIds.includes(userId))
    return [...new Set(listed.flatMap((board) => this.withDescendants(board._id)))]
  }
}

/**
 * Returns the boards such that following parents always ends: one whose parent is gone, and one of a circle of parents,
 * are at the top. Two concurrent changes can cause either if a process stalls for longer than its lease.
 */
function rooted(boards: readonly BoardDoc[]): BoardDoc[] {
  const byId = new Map(boards.map((board) => [board._id, board]))
  const atTop = new Set<number>()
  for (const start of [...boards].sort((a, b) => a._id - b._id)) {
    const seen = new Set<number>()
    for (let board = start; board.parentId !== null && !atTop.has(board._id);) {
      seen.add(board._id)
      const parent = byId.get(board.parentId)
      if (!parent) atTop.add(board._id)
      else if (seen.has(parent._id)) atTop.add(parent._id)
      board = parent ?? board
    }
  }
  return boards.map((board) => (atTop.has(board._id) ? { ...board, parentId: null } : board))
}
