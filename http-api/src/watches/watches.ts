import type { Viewer } from '../platform/viewer'
import type { PostQueries } from '../posts'
import type { ReadStates } from '../read-states'

/** A member who watches a thread. */
export interface Watcher {
  userId: number
  /** The member wants no notifications of this thread. */
  isMuted: boolean
}

/** Who watches which thread. Posting in a thread watches it too, along with the projection of the post. */
export class Watches {
  constructor(
    private readonly readStates: ReadStates,
    private readonly posts: PostQueries,
  ) {}

  /** Everyone who watches a thread, read from an index alone. */
  of(threadId: number): Promise<Watcher[]> {
    return this.readStates.watchersOf(threadId)
  }

  async set(viewer: Viewer, threadId: number, watched: boolean): Promise<void> {
    await this.posts.readableThread(threadId, viewer)
    await this.readStates.watch(viewer.actor.id, threadId, watched)
  }

  /** Mutes a thread, watched or not: its news reach the member in lists alone. */
  async mute(viewer: Viewer, threadId: number, muted: boolean): Promise<void> {
    await this.posts.readableThread(threadId, viewer)
    await this.readStates.mute(viewer.actor.id, threadId, muted)
  }
}
