/** The facts about a thread that searches need besides its posts. */
export interface ThreadState {
  thread: number
  seq: number
  boardId: number
  isDeleted: boolean
  replies: number
  lastPostAt: number
}

/**
 * The board, visibility and liveliness of every thread, by its id. Moving or deleting a thread changes one row here, and
 * nothing in the index of its posts.
 */
export class ThreadTable {
  private seqs = new Uint32Array(0)
  /** 0 for threads that are deleted or unknown. */
  private boards = new Uint32Array(0)
  private replies = new Uint32Array(0)
  private lastPosts = new Float64Array(0)

  /** Sets a thread, unless a newer state is known. */
  set(state: ThreadState): void {
    this.grow(state.thread + 1)
    if ((this.seqs[state.thread] ?? 0) > state.seq) return
    this.seqs[state.thread] = state.seq
    this.boards[state.thread] = state.isDeleted ? 0 : state.boardId
    this.replies[state.thread] = state.replies
    this.lastPosts[state.thread] = state.lastPostAt
  }

  private grow(size: number): void {
    if (size <= this.seqs.length) return
    const larger = Math.max(size, this.seqs.length * 2, 1_024)
    const grown = <T extends Uint32Array | Float64Array>(old: T, array: T): T => {
      array.set(old)
      return array
    }
    this.seqs = grown(this.seqs, new Uint32Array(larger))
    this.boards = grown(this.boards, new Uint32Array(larger))
    this.replies = grown(this.replies, new Uint32Array(larger))
    this.lastPosts = grown(this.lastPosts, new Float64Array(larger))
  }

  seqOf(thread: number): number {
    return this.seqs[thread] ?? 0
  }

  /** Returns the board of a visible thread; 0 for any other thread. */
  boardOf(thread: number): number {
    return this.boards[thread] ?? 0
  }

  repliesOf(thread: number): number {
    return this.replies[thread] ?? 0
  }

  lastPostOf(thread: number): number {
    return this.lastPosts[thread] ?? 0
  }
}
