import type { Thread } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { BoardQueries } from '../boards'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { Viewer } from '../platform/http/viewer'
import type { PostQueries } from './posts/posts.queries'
import type { ReadStates } from './reading/read-states.service'
import type { MarkedRead, MemberThreads } from './member-threads.queries'
import type { ThreadQueries } from './threads.queries'
import type { ThreadService } from './threads.service'
import type { Views } from './views.service'

type Reader = { viewer: Viewer | null; language: Language }
/** Returns a thread as the caller of a command sees it after the command. */
export type ShowThread = (threadId: number, call: Reader) => Promise<{ thread: Thread }>

interface ShowThreadDeps {
  queries: ThreadQueries
  posts: PostQueries
  boards: BoardQueries
}

const contextOf = async (boards: BoardQueries, { viewer, language }: Reader) => ({
  tree: await boards.structure(),
  viewer,
  language,
})

export const showThread =
  ({ queries, posts, boards }: ShowThreadDeps): ShowThread =>
  async (threadId, call) => ({
    thread: await queries.thread(
      await posts.readableThread(threadId, call.viewer),
      await contextOf(boards, call),
    ),
  })

export interface ThreadRoutesDeps extends ShowThreadDeps {
  service: ThreadService
  memberThreads: MemberThreads
  readStates: ReadStates
  views: Views
  /** Called once a member has read a thread up to a post number. */
  onRead: (userId: number, threadId: number, number: number) => Promise<void>
  /** Called once a member has marked threads as read in bulk. */
  onMarkedRead: (userId: number, marked: MarkedRead) => Promise<void>
}

export const threadRoutes = (deps: ThreadRoutesDeps) => {
  const { service, queries, memberThreads, posts, boards, readStates, views, onRead, onMarkedRead } = deps
  const show = showThread(deps)
  return {
    listThreads: async ({ query, viewer, language }) => {
      const { watched, unread, ...others } = query
      if (!watched && !unread) return queries.list(others, { viewer, language })
      return memberThreads.list(query, { viewer: signedIn({ viewer }), language })
    },
    listUnreadBoards: async (call) => ({ boardIds: await memberThreads.unreadBoards(signedIn(call)) }),
    listThreadsOfMember: async (call) =>
      queries.ofAuthor(call.params.userId, call.query, await contextOf(boards, call)),
    getThread: async (call) => {
      const { threadId } = call.params
      const response = await queries.page(threadId, call.query, await contextOf(boards, call))
      if (!call.isPrefetch)
        views.record(threadId, call.viewer ? `user:${call.viewer.actor.id}` : call.address)
      return response
    },
    createThread: async (call) => {
      const viewer = signedIn(call)
      const { threadId, started } = await service.create(viewer, call.body, call.idempotencyKey)
      if (!started) return show(threadId, call)
      return { thread: await queries.started(started, { ...(await contextOf(boards, call)), viewer }) }
    },
    updateThread: async (call) => {
      await service.edit(signedIn(call), call.params.threadId, call.body)
      return show(call.params.threadId, call)
    },
    pinThread: async (call) => {
      const { pinned: to, reason } = call.body
      await service.setFlag(signedIn(call), call.params.threadId, 'isPinned', { to, reason })
      return show(call.params.threadId, call)
    },
    lockThread: async (call) => {
      const { locked: to, reason } = call.body
      await service.setFlag(signedIn(call), call.params.threadId, 'isLocked', { to, reason })
      return show(call.params.threadId, call)
    },
    featureThread: async (call) => {
      const { featured: to, reason } = call.body
      await service.setFlag(signedIn(call), call.params.threadId, 'isFeatured', { to, reason })
      return show(call.params.threadId, call)
    },
    moveThread: async (call) => {
      await service.move(signedIn(call), call.params.threadId, call.body)
      return show(call.params.threadId, call)
    },
    deleteThread: (call) =>
      service.remove(signedIn(call), call.params.threadId, call.body).then(() => undefined),
    restoreThread: async (call) => {
      await service.restore(signedIn(call), call.params.threadId, call.body)
      return show(call.params.threadId, call)
    },
    threadChanges: async (call) =>
      queries.changes(call.params.threadId, call.query.since, await contextOf(boards, call)),
    threadOutline: ({ params, viewer }) => posts.outline(params.threadId, viewer),
    listResponses: async ({ params, query, viewer }) => ({
      responses: await posts.responses(params.threadId, query, viewer),
    }),
    markThreadRead: async (call) => {
      const thread = await posts.readableThread(call.params.threadId, call.viewer)
      const number = Math.min(call.body.number, thread.lastNumber)
      await readStates.markRead(signedIn(call).actor.id, thread._id, number)
      await onRead(signedIn(call).actor.id, thread._id, number)
      const [{ viewer } = { viewer: null }] = await queries.presentList(
        [thread],
        await contextOf(boards, call),
      )
      return { unread: viewer?.unreadCount ?? 0 }
    },
    markThreadsRead: async (call) => {
      const viewer = signedIn(call)
      await onMarkedRead(viewer.actor.id, await memberThreads.markRead(viewer, call.body.boardId))
    },
  } satisfies Partial<Handlers>
}
