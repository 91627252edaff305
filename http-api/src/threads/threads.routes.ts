import type { Thread } from '@forum/shared/contract'
import { BoardChoice, type BoardLevels, type BoardQueries } from '../boards'
import { signedIn, type Handlers } from '../platform/http/mount'
import { FLAG_KINDS, VALUE_KINDS, type SettingKind, type ThreadEventDoc } from '../log'
import type { ModerationLogConsumer } from '../record'
import type { ReadContext, Viewer } from '../platform/http/viewer'
import type { PostQueries } from './posts/posts.queries'
import type { ReadStates } from './reading/read-states.service'
import type { MarkedRead, MemberThreads } from './member-threads.queries'
import type { ThreadQueries } from './threads.queries'
import type { ThreadSettings } from './thread-values'
import type { ThreadService } from './threads.service'
import type { Views } from './views.service'

type OnThread = ReadContext & { params: { threadId: number } }
/** Returns a thread as the caller of a command sees it after the command. */
export type ShowThread = (threadId: number, call: ReadContext) => Promise<{ thread: Thread }>

interface ShowThreadDeps {
  queries: ThreadQueries
  posts: PostQueries
  boards: BoardQueries
}

const contextOf = async (boards: BoardQueries, { reader, language }: ReadContext) => ({
  tree: await boards.structure(reader),
  reader,
  language,
})

export const showThread =
  ({ queries, posts, boards }: ShowThreadDeps): ShowThread =>
  async (threadId, call) => ({
    thread: await queries.thread(
      await posts.readableThread(threadId, call.reader),
      await contextOf(boards, call),
    ),
  })

export interface ThreadRoutesDeps extends ShowThreadDeps {
  service: ThreadService
  levels: Pick<BoardLevels, 'chosenBy'>
  memberThreads: MemberThreads
  readStates: ReadStates
  views: Views
  acts: ModerationLogConsumer
  /** Called when a member has been sent a page of a thread. */
  onOpened: (viewer: Viewer, threadId: number) => void
  /** Called once a member has read a thread up to a post number. */
  onRead: (userId: number, threadId: number, number: number) => Promise<void>
  /** Called once a member has marked threads as read in bulk. */
  onMarkedRead: (userId: number, marked: MarkedRead) => Promise<void>
}

export const threadRoutes = (deps: ThreadRoutesDeps) => {
  const { service, queries, memberThreads, levels, posts, boards, readStates, views, acts } = deps
  const { onOpened, onRead, onMarkedRead } = deps
  const show = showThread(deps)
  /** Returns the thread after an act of a moderator, and how the act is taken back. */
  const acted = async (call: OnThread, act: Promise<ThreadEventDoc | null>) => {
    const undo = await acts.undoOf(act)
    return { ...(await show(call.params.threadId, call)), undo }
  }
  /** Returns how a reader has narrowed a list: a board that one asks for is not left out of its own. */
  const choiceOf = async (
    viewer: Viewer | null,
    { followed, boardId }: { followed: boolean; boardId?: number | undefined },
  ) => {
    if (!viewer || (!followed && boardId !== undefined)) return undefined
    const chosen = await levels.chosenBy(viewer.actor.id)
    return followed ? BoardChoice.only(chosen.followed) : BoardChoice.without(chosen.hidden)
  }
  const set = (
    call: OnThread & { viewer: Viewer | null; body: { reason?: string | undefined } },
    kind: SettingKind,
    to: ThreadSettings,
  ) => acted(call, service.set(signedIn(call), call.params.threadId, kind, { to, reason: call.body.reason }))
  return {
    listThreads: async ({ query, viewer, reader, language }) => {
      const { watched, unread, followed, ...others } = query
      if (watched || unread) return memberThreads.list(query, { viewer: signedIn({ viewer }), language })
      const choice = await choiceOf(followed ? signedIn({ viewer }) : viewer, query)
      return queries.list(others, { reader, language }, choice)
    },
    listUnreadBoards: async (call) => ({ boardIds: await memberThreads.unreadBoards(signedIn(call)) }),
    listThreadsOfMember: async (call) =>
      queries.ofAuthor(call.params.userId, call.query, await contextOf(boards, call)),
    getThread: async (call) => {
      const { threadId, response } = await queries.page(
        call.params.threadId,
        call.query,
        await contextOf(boards, call),
      )
      if (!call.isPrefetch) {
        views.record(threadId, call.viewer ? `user:${call.viewer.actor.id}` : call.address)
        if (call.viewer) onOpened(call.viewer, threadId)
      }
      return response
    },
    createThread: async (call) => {
      const viewer = signedIn(call)
      const { threadId, started } = await service.create(viewer, call.body, call.idempotencyKey)
      if (!started) return show(threadId, call)
      return { thread: await queries.started(started, { ...(await contextOf(boards, call)), viewer }) }
    },
    updateThread: (call) => acted(call, service.edit(signedIn(call), call.params.threadId, call.body)),
    pinThread: (call) => set(call, FLAG_KINDS.isPinned, { isPinned: call.body.pinned }),
    lockThread: (call) => set(call, FLAG_KINDS.isLocked, { isLocked: call.body.locked }),
    featureThread: (call) => set(call, FLAG_KINDS.isFeatured, { isFeatured: call.body.featured }),
    slowThread: (call) => set(call, VALUE_KINDS.set_slow_mode, { slowSeconds: call.body.seconds }),
    scheduleThread: (call) => {
      const { lockAt, unlockAt, closeAfterDays } = call.body
      return set(call, VALUE_KINDS.set_schedule, { lockAt, unlockAt, closeAfterDays })
    },
    typeThread: (call) => acted(call, service.setType(signedIn(call), call.params.threadId, call.body)),
    answerThread: (call) => acted(call, service.setAnswer(signedIn(call), call.params.threadId, call.body)),
    moveThread: (call) => acted(call, service.move(signedIn(call), call.params.threadId, call.body)),
    deleteThread: async (call) => {
      const deletion = service.remove(signedIn(call), call.params.threadId, call.body)
      if (call.body.mustChange) return { undo: await acts.undoOf(deletion) }
      await deletion
      return undefined
    },
    restoreThread: (call) => acted(call, service.restore(signedIn(call), call.params.threadId, call.body)),
    threadChanges: async (call) =>
      queries.changes(call.params.threadId, call.query.since, await contextOf(boards, call)),
    threadOutline: ({ params, reader }) => posts.outline(params.threadId, reader),
    listResponses: async ({ params, query, reader }) => ({
      responses: await posts.responses(params.threadId, query, reader),
    }),
    markThreadRead: async (call) => {
      const thread = await posts.readableThread(call.params.threadId, call.reader)
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
