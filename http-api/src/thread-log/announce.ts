import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { Publisher } from '@forum/shared/bus'
import {
  channels,
  type BusMessage,
  type ServerEventName,
  type ServerEventPayload,
  type ThreadEventName,
} from '@forum/shared/events'
import type { BoardTree } from '../boards/board-tree'
import { countsOf, newestOf, presentLastThread } from '../boards/boards.presenter'
import type { BoardQueries } from '../boards/boards.queries'
import type { MemberQueries } from '../members/members.queries'
import type { Collections } from '../platform/database'
import type { PostDoc } from '../posts/posts.model'
import type { PostQueries } from '../posts/posts.queries'
import type { ThreadDoc } from '../threads/threads.model'
import { presentCounters, presentPublicThread, replyCountOf } from '../threads/threads.presenter'
import type { ThreadEventDoc, ThreadEventKind } from './thread-events.model'

/** What each step of a log is called on the bus: a new kind is a new row. */
const THREAD_EVENT_OF: Record<ThreadEventKind, ThreadEventName | null> = {
  // Nobody can be watching a thread that did not exist.
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

/** What lists hear of it, if anything: likes and edits move no list. */
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

/** A board's counters are announced at most so often: in a burst only the last numbers matter. */
const BOARD_EVERY_MS = 250

export interface AnnouncerDeps {
  db: Pick<Collections, 'posts' | 'threads'>
  posts: PostQueries
  members: MemberQueries
  boards: BoardQueries
  /** Null where nobody can be listening: while an empty forum is being filled. */
  publisher: Publisher | null
  clock: Clock
}

/** The one place that publishes. Payloads are the same for every reader (contract §2). */
export class Announcer {
  private readonly boardTimers = new Map<number, NodeJS.Timeout>()

  constructor(private readonly deps: AnnouncerDeps) {}

  /** Puts a step of a log on the bus; rejects when the bus is away. */
  async announce(event: ThreadEventDoc): Promise<void> {
    const { publisher } = this.deps
    if (!publisher) return
    const inThread = THREAD_EVENT_OF[event.kind]
    if (inThread) {
      await publisher.publish(channels.thread(event.threadId), await this.inThread(event, inThread))
    }
    const inLists = LIST_EVENT_OF[event.kind]
    if (inLists) {
      const message = await this.inLists(event, inLists)
      await publisher.publish(channels.board(event.boardId), message)
      await publisher.publish(channels.home, message)
    }
  }

  private async inThread(event: ThreadEventDoc, name: ThreadEventName): Promise<BusMessage> {
    const envelope = { id: event._id, at: event.at.toISOString() }
    const { threadId, seq, boardId } = event
    if (name === 'thread:updated') {
      return { name, ...envelope, threadId, boardId, seq, changes: changesOf(event.thread) }
    }
    const post = await this.postOf(event)
    const thread = await this.countersAt(event)
    if (name === 'post:liked') {
      const likeCount = event.post.likeCount ?? post.likeCount
      return { name, ...envelope, threadId, seq, postId: post._id, likeCount, thread }
    }
    return { name, ...envelope, threadId, seq, post: await this.deps.posts.presentPublic(post), thread }
  }

  private async inLists(
    event: ThreadEventDoc,
    name: 'thread:created' | 'thread:bumped',
  ): Promise<BusMessage> {
    const envelope = { id: event._id, at: event.at.toISOString() }
    const { threadId, seq, boardId } = event
    const thread = await this.deps.db.threads.findById(threadId).lean<ThreadDoc | null>()
    if (!thread) throw new Error(`thread ${threadId} is not projected`)
    const people = await this.deps.members.people([thread.authorId, thread.lastPostUserId])
    if (name === 'thread:created') {
      const board = (await this.deps.boards.structure()).find(boardId)
      return {
        name,
        ...envelope,
        boardId,
        thread: presentPublicThread(thread, { people, board, language: 'zh' }),
      }
    }
    return {
      name,
      ...envelope,
      threadId,
      boardId,
      seq,
      changes: {
        ...changesOf(event.thread),
        postCount: thread.postCount,
        replyCount: replyCountOf(thread.postCount),
        lastPostAt: thread.lastPostAt.toISOString(),
        lastPostUser: people.summary(thread.lastPostUserId),
      },
    }
  }

  private async postOf(event: ThreadEventDoc): Promise<PostDoc> {
    const post = event.postId === null ? null : await this.deps.posts.byId(event.postId)
    if (!post) throw new Error(`post ${event.postId} is not projected`)
    return post
  }

  /** The counters as of this event's seq: carried by the event where it moved them, else as they stand. */
  private async countersAt(event: ThreadEventDoc) {
    const thread = await this.deps.db.threads.findById(event.threadId).lean<ThreadDoc | null>()
    if (!thread) throw new Error(`thread ${event.threadId} is not projected`)
    const then = { ...thread, ...event.thread, seq: event.seq }
    return presentCounters(then, await this.deps.members.people([then.lastPostUserId]))
  }

  /** A board's counters moved: soon its watchers hear the new numbers. Lost on the way, the next ones heal it. */
  boardMoved(event: ThreadEventDoc): void {
    if (!this.deps.publisher || !event.counts || this.boardTimers.has(event.boardId)) return
    const timer = setTimeout(() => {
      this.boardTimers.delete(event.boardId)
      void this.announceBoard(event.boardId).catch(() => undefined)
    }, BOARD_EVERY_MS)
    timer.unref()
    this.boardTimers.set(event.boardId, timer)
  }

  private async announceBoard(boardId: number): Promise<void> {
    const tree = await this.deps.boards.tree()
    for (const board of tree.withAncestors(boardId)) {
      const message = await this.boardMessage(board._id, tree)
      await this.deps.publisher?.publish(channels.board(board._id), message)
      await this.deps.publisher?.publish(channels.home, message)
    }
  }

  private async boardMessage(boardId: number, tree: BoardTree): Promise<BusMessage> {
    const board = tree.find(boardId)
    if (!board) throw new Error(`board ${boardId} is gone`)
    const lastThreadId = newestOf(board, tree).lastThreadId
    const last =
      lastThreadId === null
        ? null
        : await this.deps.db.threads.findById(lastThreadId).lean<ThreadDoc | null>()
    const people = await this.deps.members.people(last ? [last.lastPostUserId] : [])
    const { threadCount, postCount } = countsOf(board, tree, '')
    return this.fresh('board:updated', {
      boardId,
      threadCount,
      postCount,
      lastThread: presentLastThread(board, {
        tree,
        people,
        lastThreads: new Map(last ? [[last._id, last]] : []),
      }),
    })
  }

  /** Publishes something that is no step of a log, to whoever listens. */
  async tell<N extends ServerEventName>(
    channel: string,
    name: N,
    payload: ServerEventPayload<N>,
  ): Promise<void> {
    await this.deps.publisher?.publish(channel, this.fresh(name, payload))
  }

  private fresh<N extends ServerEventName>(name: N, payload: ServerEventPayload<N>): BusMessage {
    // The name decides the payload; the compiler cannot follow that through a generic union.
    return {
      name,
      id: randomUUID(),
      at: this.deps.clock.now().toISOString(),
      ...payload,
    } as unknown as BusMessage
  }

  stop(): void {
    for (const timer of this.boardTimers.values()) clearTimeout(timer)
    this.boardTimers.clear()
  }
}

/** What of a thread's new values its readers are told. */
function changesOf(thread: Partial<ThreadDoc>) {
  const { title, isPinned, isLocked } = thread
  return {
    ...(title === undefined ? {} : { title }),
    ...(isPinned === undefined ? {} : { isPinned }),
    ...(isLocked === undefined ? {} : { isLocked }),
  }
}
