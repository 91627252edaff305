import type { BoardDoc } from './boards.model'

/** All boards as of one read, in display order: each board is followed by those below it. */
export class BoardTree {
  readonly boards: readonly BoardDoc[]
  /** The sum of the revisions of all boards, deleted ones included, so that it never falls. */
  readonly revision: number
  private readonly byId: ReadonlyMap<number, BoardDoc>
  private readonly byParent: ReadonlyMap<number | null, BoardDoc[]>

  constructor(stored: readonly BoardDoc[]) {
    const standing = rooted(stored.filter(({ deletedAt }) => !deletedAt)).sort(
      (a, b) => a.position - b.position || a._id - b._id,
    )
    this.revision = stored.reduce((sum, { revision }) => sum + revision, 0)
    this.byId = new Map(standing.map((board) => [board._id, board]))
    const byParent = new Map<number | null, BoardDoc[]>()
    for (const board of standing)
      byParent.set(board.parentId, [...(byParent.get(board.parentId) ?? []), board])
    this.byParent = byParent
    const below = (id: number | null): BoardDoc[] =>
      (byParent.get(id) ?? []).flatMap((board) => [board, ...below(board._id)])
    this.boards = below(null)
  }

  find(id: number): BoardDoc | undefined {
    return this.byId.get(id)
  }

  childrenOf(id: number | null): readonly BoardDoc[] {
    return this.byParent.get(id) ?? []
  }

  /** Returns the board and all boards below it. */
  withDescendants(id: number): number[] {
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
