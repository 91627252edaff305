import type { Gate } from '@forum/shared/events'
import { mayReply, type Actor } from '@forum/shared/policies'
import type { BoardQueries } from '../boards'
import { threadSubject, type ThreadCache } from '../log'

interface TypingDeps {
  threads: Pick<ThreadCache, 'get'>
  boards: Pick<BoardQueries, 'wholeStructure'>
  /** Returns the member behind a token; null for a dead one. */
  identify: (token: string) => Promise<{ actor: Actor; member: { showOnline: boolean } } | null>
}

/** Decides whether members are shown writing a reply. */
export class TypingPolicy {
  constructor(private readonly deps: TypingDeps) {}

  /**
   * Returns whether the holder of a token shows the online status and may reply to the thread, and what those pass who
   * may see it.
   */
  async shown(token: string, threadId: number): Promise<{ isShown: boolean; gate: Gate }> {
    const { threads, boards, identify } = this.deps
    const [viewer, thread, tree] = await Promise.all([
      identify(token),
      threads.get(threadId),
      boards.wholeStructure(),
    ])
    // Whoever is seen to write, and leaves a post without a name behind, has signed it.
    const isNamed = thread && !tree.find(thread.boardId)?.allowsAnonymous
    if (!viewer?.member.showOnline || !isNamed) return { isShown: false, gate: null }
    const isShown = mayReply(viewer.actor, threadSubject(thread)) === 'allowed'
    return { isShown, gate: tree.gateOf(thread.boardId) }
  }
}
