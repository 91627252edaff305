import { readerOf, type Viewer } from '../../platform/http/viewer'
import type { PostQueries } from '../posts/posts.queries'
import type { ReadStates, Watcher } from './read-states.service'

/** Manages who watches which thread. Posting in a thread also watches it; the projection of the post writes that. */
export class Watches {
  constructor(
    private readonly readStates: ReadStates,
    private readonly posts: PostQueries,
  ) {}

  /** Returns those who watch a thread, in the order of their ids and after one of them, read from an index alone. */
  of(threadId: number, range: { after: number; limit: number }): Promise<Watcher[]> {
    return this.readStates.watchersOf(threadId, range)
  }

  async set(viewer: Viewer, threadId: number, watched: boolean): Promise<void> {
    await this.posts.readableThread(threadId, readerOf(viewer))
    await this.readStates.watch(viewer.actor.id, threadId, watched)
  }

  /** Mutes a thread, watched or not: its news appear only in the member's lists. */
  async mute(viewer: Viewer, threadId: number, muted: boolean): Promise<void> {
    await this.posts.readableThread(threadId, readerOf(viewer))
    await this.readStates.mute(viewer.actor.id, threadId, muted)
  }
}
