import { mayReply, type Actor } from '@forum/shared/policies'
import { threadSubject, type ThreadCache } from '../log'

/** Decides whether members are shown writing a reply. */
export class TypingPolicy {
  constructor(
    private readonly threads: Pick<ThreadCache, 'get'>,
    /** Returns the member behind a token; null for a dead one. */
    private readonly identify: (
      token: string,
    ) => Promise<{ actor: Actor; member: { showOnline: boolean } } | null>,
  ) {}

  /** Whether the holder of a token shows the online status, and may reply to the thread. */
  async isShown(token: string, threadId: number): Promise<boolean> {
    const [viewer, thread] = await Promise.all([this.identify(token), this.threads.get(threadId)])
    if (!viewer?.member.showOnline || !thread) return false
    return mayReply(viewer.actor, threadSubject(thread)) === 'allowed'
  }
}
