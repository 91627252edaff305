import type { BoardDoc } from './boards.model'

/** All boards as of one read, in display order. */
export class BoardTree {
  private readonly byId: ReadonlyMap<number, BoardDoc>
  private readonly byParent: ReadonlyMap<number | null, BoardDoc[]>

  constructor(readonly boards: readonly BoardDoc[]) {
    this.byId = new Map(boards.map((board) => [board._id, board]))
    const byParent = new Map<number | null, BoardDoc[]>()
    for (const board of boards) byParent.set(board.parentId, [...(byParent.get(board.parentId) ?? []), board])
    this.byParent = byParent
  }

  find(id: number): BoardDoc | undefined {
    return this.byId.get(id)
  }

  childrenOf(id: number): readonly BoardDoc[] {
    return this.byParent.get(id) ?? []
  }

  /** The board and all below it. */
  withDescendants(id: number): number[] {
    return [id, ...this.childrenOf(id).flatMap((child) => this.withDescendants(child._id))]
  }

  /** The board and those above it, itself first. */
  withAncestors(id: number): BoardDoc[] {
    const board = this.find(id)
    if (!board) return []
    return [board, ...(board.parentId === null ? [] : this.withAncestors(board.parentId))]
  }

  /** Boards that a member moderates, as a moderator of the board or of one above it. */
  moderatedBy(userId: number): number[] {
    const listed = this.boards.filter((board) => board.moderatorIds.includes(userId))
    return [...new Set(listed.flatMap((board) => this.withDescendants(board._id)))]
  }
}
