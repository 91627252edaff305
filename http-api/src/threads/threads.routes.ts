import type { Thread } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { BoardQueries } from '../boards'
import { signedIn, type Handlers } from '../platform/mount'
import type { Viewer } from '../platform/viewer'
import type { PostQueries } from '../posts'
import type { ReadStates } from '../read-states'
import type { ThreadQueries } from './threads.queries'
import type { ThreadService } from './threads.service'
import type { Views } from './views'

export interface ThreadRoutesDeps {
  service: ThreadService
  queries: ThreadQueries
  posts: PostQueries
  boards: BoardQueries
  readStates: ReadStates
  views: Views
}

export const threadRoutes = ({ service, queries, posts, boards, readStates, views }: ThreadRoutesDeps) => {
  const contextOf = async ({ viewer, language }: { viewer: Viewer | null; language: Language }) => ({
    tree: await boards.structure(),
    viewer,
    language,
  })
  const show = async (
    threadId: number,
    call: { viewer: Viewer | null; language: Language },
  ): Promise<{ thread: Thread }> => ({
    thread: await queries.thread(await posts.readableThread(threadId, call.viewer), await contextOf(call)),
  })
  return {
    listThreads: (call) => queries.list(call.query, call),
    getThread: async (call) => {
      const { threadId } = call.params
      const answer = await queries.page(threadId, call.query, await contextOf(call))
      views.record(threadId, call.viewer ? `user:${call.viewer.actor.id}` : call.address)
      return answer
    },
    createThread: async (call) =>
      show(await service.create(signedIn(call), call.body, call.idempotencyKey), call),
    updateThread: async (call) => {
      await service.edit(signedIn(call), call.params.threadId, call.body)
      return show(call.params.threadId, call)
    },
    pinThread: async (call) => {
      await service.pin(signedIn(call), call.params.threadId, call.body.pinned)
      return show(call.params.threadId, call)
    },
    lockThread: async (call) => {
      await service.lock(signedIn(call), call.params.threadId, call.body.locked)
      return show(call.params.threadId, call)
    },
    threadChanges: async (call) =>
      queries.changes(call.params.threadId, call.query.since, await contextOf(call)),
    markThreadRead: async (call) => {
      const thread = await posts.readableThread(call.params.threadId, call.viewer)
      const number = Math.min(call.body.number, thread.lastNumber)
      await readStates.markRead(signedIn(call).actor.id, thread._id, number)
      const [{ viewer } = { viewer: null }] = await queries.presentList([thread], await contextOf(call))
      return { unread: viewer?.unreadCount ?? 0 }
    },
  } satisfies Partial<Handlers>
}
