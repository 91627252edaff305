import { audiences, type ServerEventPayload, type ThreadEventName } from '@forum/shared/events'
import {
  countsOf,
  newestOf,
  presentLastThread,
  versionOf,
  type BoardQueries,
  type BoardTree,
} from '../boards'
import type { MemberQueries } from '../members'
import type { Envelope, Publisher } from '../platform/publisher'
import type { PostQueries } from '../posts'
import type {
  LogConsumer,
  PostDoc,
  ThreadDoc,
  ThreadEventDoc,
  ThreadEventKind,
  ThreadLogCollections,
} from '../thread-log'
import { presentCounters, presentPublicThread, replyCountOf } from '../threads'

/** The event that watchers of a thread get for each kind of log event. */
const THREAD_EVENT_OF: Record<ThreadEventKind, ThreadEventName | null> = {
  // Nobody watches a thread before it exists.
  'thread.created': null,
  'thread.renamed': 'thread:updated',
  'thread.pinned': 'thread:updated',
  'thread.locked': 'thread:updated',
  'post.created': 'post:created',
  'post.edited': 'post:updated',
  'post.deleted': 'post:deleted',
  'post.restored': 'post:restored',
  'post.liked': 'post:liked',
}

/** The event that lists get for each kind of log event: likes and edits of posts change no list. */
const LIST_EVENT_OF: Record<ThreadEventKind, 'thread:created' | 'thread:bumped' | null> = {
  'thread.created': 'thread:created',
  'thread.renamed': 'thread:bumped',
  'thread.pinned': 'thread:bumped',
  'thread.locked': 'thread:bumped',
  'post.created': 'thread:bumped',
  'post.edited': null,
  'post.deleted': 'thread:bumped',
  'post.restored': 'thread:bumped',
  'post.liked': null,
}

/** Minimum interval between counter updates per board: of a burst only the last numbers matter. */
const BOARD_INTERVAL_MS = 250

export interface LiveUpdatesDeps {
  db: Pick<ThreadLogCollections, 'threads'>
  posts: PostQueries
  members: MemberQueries
  boards: BoardQueries
  publisher: Publisher
}

/** Turns log events into the events that browsers get. Payloads are the same for every reader. */
export class LiveUpdates {
  private readonly boardTimers = new Map<number, NodeJS.Timeout>()

  /** Publishes every change of a thread to its watchers and to the lists that show it. */
  readonly threads: LogConsumer = {
    name: 'publish',
    kinds: 'all',
    handle: async (events) => {
      for (const event of events) await this.publish(event)
    },
  }

  /** Publishes the counters of boards some time after they changed; an update that is lost is healed by the next. */
  readonly boards: LogConsumer = {
    name: 'publish-boards',
    kinds: 'all',
    handle: (events) => {
      for (const { boardId, counts } of events) if (counts) this.scheduleBoard(boardId)
      return Promise.resolve()
    },
  }

  constructor(private readonly deps: LiveUpdatesDeps) {}

  /** Rejects while the bus is away. */
  private async publish(event: ThreadEventDoc): Promise<void> {
    if (!this.deps.publisher.isActive) return
    const envelope = { id: event._id, at: event.at.toISOString() }
    const inThread = THREAD_EVENT_OF[event.kind]
    if (inThread) await this.publishInThread(event, inThread, envelope)
    const inLists = LIST_EVENT_OF[event.kind]
    if (inLists) await this.publishInLists(event, inLists, envelope)
  }

  private async publishInThread(
    event: ThreadEventDoc,
    name: ThreadEventName,
    envelope: Envelope,
  ): Promise<void> {
    const { publisher, posts } = this.deps
    const { threadId, seq, boardId } = event
    const audience = audiences.thread(threadId)
    if (name === 'thread:updated') {
      const changes = changesOf(event.thread)
      return publisher.publish(audience, name, { threadId, boardId, seq, changes }, envelope)
    }
    const post = await this.postOf(event)
    const thread = await this.countersAt(event)
    if (name === 'post:liked') {
      const likeCount = event.post.likeCount ?? post.likeCount
      return publisher.publish(
        audience,
        name,
        { threadId, seq, postId: post._id, likeCount, thread },
        envelope,
      )
    }
    const presented = await posts.presentPublic(post)
    return publisher.publish(audience, name, { threadId, seq, post: presented, thread }, envelope)
  }

  private async publishInLists(
    event: ThreadEventDoc,
    name: 'thread:created' | 'thread:bumped',
    envelope: Envelope,
  ): Promise<void> {
    const { publisher } = this.deps
    const { threadId, seq, boardId } = event
    const lists = [audiences.board(boardId), audiences.home()]
    if (name === 'thread:bumped') {
      const changes = await this.listChangesOf(event)
      for (const list of lists)
        await publisher.publish(list, name, { threadId, boardId, seq, changes }, envelope)
      return
    }
    const thread = await this.threadOf(threadId)
    const people = await this.deps.members.people([thread.authorId, thread.lastPostUserId])
    const board = (await this.deps.boards.structure()).find(boardId)
    const presented = presentPublicThread(thread, { people, board, language: 'zh' })
    for (const list of lists) await publisher.publish(list, name, { boardId, thread: presented }, envelope)
  }

  /**
   * What an event changed of a row in a list. Only a new reply names the last post: lists show that as news,
   * and neither a deletion nor a restoration is any. Rows get the older last post with their next read.
   */
  private async listChangesOf({ kind, thread }: ThreadEventDoc) {
    const { postCount, lastPostAt, lastPostUserId } = thread
    const isReply = kind === 'post.created' && lastPostAt !== undefined && lastPostUserId !== undefined
    return {
      ...changesOf(thread),
      ...(postCount === undefined ? {} : { postCount, replyCount: replyCountOf(postCount) }),
      ...(isReply
        ? {
            lastPostAt: lastPostAt.toISOString(),
            lastPostUser: (await this.deps.members.people([lastPostUserId])).summary(lastPostUserId),
          }
        : {}),
    }
  }

  private async threadOf(threadId: number): Promise<ThreadDoc> {
    const thread = await this.deps.db.threads.findById(threadId).lean<ThreadDoc | null>()
    if (!thread) throw new Error(`thread ${threadId} is not projected`)
    return thread
  }

  private async postOf(event: ThreadEventDoc): Promise<PostDoc> {
    const post = event.postId === null ? null : await this.deps.posts.byId(event.postId)
    if (!post) throw new Error(`post ${event.postId} is not projected`)
    return post
  }

  /** The counters as of this event's seq: those that the event changed, and the present values of the others. */
  private async countersAt(event: ThreadEventDoc) {
    const thread = await this.threadOf(event.threadId)
    const then = { ...thread, ...event.thread, seq: event.seq }
    return presentCounters(then, await this.deps.members.people([then.lastPostUserId]))
  }

  private scheduleBoard(boardId: number): void {
    if (!this.deps.publisher.isActive || this.boardTimers.has(boardId)) return
    const timer = setTimeout(() => {
      this.boardTimers.delete(boardId)
      void this.publishBoard(boardId).catch(() => undefined)
    }, BOARD_INTERVAL_MS)
    timer.unref()
    this.boardTimers.set(boardId, timer)
  }

  private async publishBoard(boardId: number): Promise<void> {
    const tree = await this.deps.boards.tree()
    for (const board of tree.withAncestors(boardId)) {
      const payload = await this.boardPayload(board._id, tree)
      // One envelope: a page that hears both lists recognises the repeat.
      const envelope = this.deps.publisher.newEnvelope()
      for (const list of [audiences.board(board._id), audiences.home()])
        await this.deps.publisher.publish(list, 'board:updated', payload, envelope)
    }
  }

  private async boardPayload(boardId: number, tree: BoardTree): Promise<ServerEventPayload<'board:updated'>> {
    const board = tree.find(boardId)
    if (!board) throw new Error(`board ${boardId} is gone`)
    const lastThreadId = newestOf(board, tree).lastThreadId
    const last =
      lastThreadId === null
        ? null
        : await this.deps.db.threads.findById(lastThreadId).lean<ThreadDoc | null>()
    const people = await this.deps.members.people(last ? [last.lastPostUserId] : [])
    const { threadCount, postCount } = countsOf(board, tree, '')
    return {
      boardId,
      version: versionOf(board, tree),
      threadCount,
      postCount,
      lastThread: presentLastThread(board, {
        tree,
        people,
        lastThreads: new Map(last ? [[last._id, last]] : []),
      }),
    }
  }

  stop(): void {
    for (const timer of this.boardTimers.values()) clearTimeout(timer)
    this.boardTimers.clear()
  }
}

/** The part of a thread's new values that its readers see. */
function changesOf(thread: Partial<ThreadDoc>) {
  const { title, isPinned, isLocked } = thread
  return {
    ...(title === undefined ? {} : { title }),
    ...(isPinned === undefined ? {} : { isPinned }),
    ...(isLocked === undefined ? {} : { isLocked }),
  }
}
