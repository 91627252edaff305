import { randomUUID } from 'node:crypto'
import { ForumError, refusedField } from '@forum/shared/errors'
import { mayModerate } from '@forum/shared/policies'
import { authorize } from '../../platform/http/authorize'
import { readerOf, type Viewer } from '../../platform/http/viewer'
import type { ActNotes, ThreadEventDoc } from '../../log'
import type { PostQueries } from './posts.queries'
import type { PostService } from './posts.service'

/** The outcome for one post of a batch. */
export interface PostResult {
  id: number
  ok: boolean
  code?: string
}

/** Deletes and restores several replies of a thread as one act. */
export class PostBatches {
  constructor(private readonly deps: { posts: PostService; queries: PostQueries }) {}

  /**
   * Deletes or restores replies as far as each allows it, and returns what became of each with an event of the act; null
   * if nothing changed.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for who does not moderate the thread, `VALIDATION_FAILED` for posts of
   * several threads
   */
  async run(
    viewer: Viewer,
    postIds: readonly number[],
    { action, ...notes }: { action: 'delete' | 'restore' } & ActNotes,
  ): Promise<{ threadId: number; results: PostResult[]; event: ThreadEventDoc | null }> {
    const { posts, queries } = this.deps
    const wanted = [...new Set(postIds)]
    const found = await queries.byIds(wanted)
    const threadIds = [...new Set(found.map(({ threadId }) => threadId))]
    const [threadId] = threadIds
    if (threadId === undefined) throw new ForumError('NOT_FOUND')
    if (threadIds.length > 1) throw refusedField('ids', 'invalid')
    const thread = await queries.readableThread(threadId, readerOf(viewer))
    authorize(mayModerate(viewer.actor, thread.boardId) ? 'allowed' : 'FORBIDDEN')
    const batch = { key: randomUUID(), postIds: wanted }
    const one = action === 'delete' ? 'remove' : 'restore'
    // Queued together, the events of a thread take one insert.
    const done = await Promise.all(
      wanted.map((id) =>
        posts[one](viewer, id, { ...notes, batch, mustChange: false }).then(
          (event) => ({ event, result: { id, ok: true } }),
          (error: unknown) => {
            if (!(error instanceof ForumError)) throw error
            return { event: null, result: { id, ok: false, code: error.code } }
          },
        ),
      ),
    )
    return {
      threadId,
      results: done.map(({ result }) => result),
      event: done.find(({ event }) => event !== null)?.event ?? null,
    }
  }
}
