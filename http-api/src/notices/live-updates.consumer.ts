import { THREAD_FLAGS } from '@forum/shared/acts'
import { audiences, type Audience, type Gate, type ThreadEventName } from '@forum/shared/events'
import { countsOf, newestOf, presentLastThread, versionOf, type BoardQueries } from '../boards'
import {
  type Freshness,
  type ThreadCache,
  createsPost,
  foldPost,
  foldThread,
  forEachThread,
  type Kind,
  type PostDoc,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
} from '../log'
import type { MemberQueries, People } from '../members'
import type { Envelope, Publisher } from '../platform/work/publisher'
import {
  presentChangedValues,
  presentPoll,
  presentPublicPost,
  type PostQueries,
  presentCounters,
  presentPublicThread,
  replyCountOf,
  shownAnswerOf,
} from '../threads'

type OfThread = Extract<Kind, `thread.${string}`>
/** Returns true if an event is about a thread itself; a new one has no watchers. */
const isOfThread = (kind: Kind): kind is OfThread => kind.startsWith('thread.')

/** The event that watchers of a thread get for each kind of log event about its posts. */
const THREAD_EVENT_OF: Record<Exclude<Kind, OfThread>, ThreadEventName | null> = {
  'post.created': 'post:created',
  'post.edited': 'post:updated',
  'post.shared': 'post:updated',
  'post.deleted': 'post:deleted',
  'post.erased': 'post:deleted',
  'post.scrubbed': 'post:updated',
  'post.restored': 'post:restored',
  'post.arrived': 'post:created',
  'post.liked': 'post:liked',
  'poll.voted': 'thread:updated',
}

/**
 * The event that lists get for each kind of log event about posts. Likes, votes and edits of posts change no list, except
 * that an edit of an opening post may change its picture there, which is shown when the list is read again.
 */
const LIST_EVENT_OF: Record<Exclude<Kind, OfThread>, 'thread:bumped' | null> = {
  'post.created': 'thread:bumped',
  'post.edited': null,
  'post.shared': null,
  'post.deleted': 'thread:bumped',
  'post.erased': 'thread:bumped',
  'post.scrubbed': null,
  'post.restored': 'thread:bumped',
  'post.arrived': 'thread:bumped',
  'post.liked': null,
  'poll.voted': null,
}

/** The events by which watchers of a thread learn that it is gone. */
const DELETIONS: readonly Kind[] = ['thread.deleted', 'thread.erased', 'thread.merged']

/** Minimum interval between updates of boards: in a burst, only the last numbers matter. */
const BOARDS_INTERVAL_MS = 250
/** Boards whose update was not published are published again, because nothing repeats the update. */
const BOARDS_RETRY_MS = 1_000

export interface LiveUpdatesDeps {
  /** Threads in their current state. */
  threads: Pick<ThreadCache, 'getAll'>
  posts: PostQueries
  members: MemberQueries
  boards: BoardQueries
  publisher: Publisher
  freshness: Freshness
}

type GateOf = (boardId: number) => Gate

/** Everything that publishing a batch of events needs, loaded together. */
interface Lookup {
  /** The posts that the events changed, in their current state. */
  posts: ReadonlyMap<number, PostDoc>
  context: Awaited<ReturnType<PostQueries['contexts']['of']>>
}

/** Turns log events into the events that browsers get. Payloads are the same for every reader. */
export class LiveUpdates implements ThreadEventConsumer {
  readonly name = 'publish'
  readonly kinds = 'all'

  private readonly changedBoards = new Set<number>()
  private boardsTimer: NodeJS.Timeout | null = null
  private isStopped = false

  constructor(private readonly deps: LiveUpdatesDeps) {
    deps.freshness.on('boardChanged', (boardId) => {
      this.scheduleBoards([boardId])
    })
  }

  /**
   * Publishes every change of a thread to its watchers and to the lists that show it. Of a thread that is deleted by now
   * it publishes only the deletion and the seqs of the other changes, because anyone may join its room, and of what it has
   * been through in a board with other readers, and of an edit or the arrival of a deleted post, only the seqs. What is in a board that not everyone sees goes to channels
   * that only its readers join. Rejects while the bus is unavailable.
   */
  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    if (!this.deps.publisher.isActive) return
    const threads = await this.deps.threads.getAll(events.map(({ threadId }) => threadId))
    const gateOf = await this.gates(events, [...threads.values()])
    const isWithheld = ({ kind, threadId, boardId }: ThreadEventDoc) => {
      const thread = threads.get(threadId)
      if (!thread) return false
      return (thread.isDeleted && !DELETIONS.includes(kind)) || gateOf(thread.boardId) !== gateOf(boardId)
    }
    const lookup = await this.lookUp(events.filter((event) => !isWithheld(event)))
    // Pages of moderators show the text of a tombstone, which its last edit or its arrival would have to bring.
    const isOfTombstone = ({ kind, post }: ThreadEventDoc) =>
      ((kind === 'post.edited' || kind === 'post.shared') &&
        lookup.posts.get(post?._id ?? 0)?.isDeleted === true) ||
      (kind === 'post.arrived' && post?.isDeleted === true)
    await forEachThread(events, async (ofThread) => {
      for (const event of ofThread)
        await this.publish(event, { isWithheld: isWithheld(event) || isOfTombstone(event), lookup, gateOf })
    })
  }

  /** Returns what tells the gate of each board that events name. */
  private async gates(events: readonly ThreadEventDoc[], threads: readonly ThreadDoc[]): Promise<GateOf> {
    const { boards } = this.deps
    const ids = [
      ...threads.map(({ boardId }) => boardId),
      ...events.flatMap(({ boardId, fromBoardId = boardId }) => [boardId, fromBoardId]),
    ]
    const structure = await boards.wholeStructure()
    // Another process has just made the board.
    const tree = ids.every((id) => structure.find(id)) ? structure : await boards.whole()
    return (boardId) => tree.gateOf(boardId)
  }

  private async publish(
    event: ThreadEventDoc,
    { isWithheld, lookup, gateOf }: { isWithheld: boolean; lookup: Lookup; gateOf: GateOf },
  ): Promise<void> {
    const envelope = { id: event._id, at: event.at.toISOString() }
    const { kind, boardId, fromBoardId = boardId } = event
    const gate = gateOf(boardId)
    const gateBefore = gateOf(fromBoardId)
    const isNew = kind === 'thread.created' || kind === 'thread.branched'
    const changed = isNew ? null : kind === 'thread.split' ? 'posts:moved' : 'thread:updated'
    const inThread = isOfThread(kind) ? changed : arrivedAs(event, THREAD_EVENT_OF[kind])
    const listed = isNew ? 'thread:created' : 'thread:bumped'
    const inLists = isOfThread(kind) ? listed : LIST_EVENT_OF[kind]
    if (isWithheld) {
      if (inThread) await this.publishSeq(event, envelope, gate)
    } else {
      // Clients have to read the posts of a thread that is there again.
      if (kind === 'thread.unmerged') await this.publishSeq(event, envelope, gate)
      else if (inThread) await this.publishInThread(event, inThread, { envelope, lookup, gate })
      if (inLists) await this.publishInLists(event, inLists, { envelope, lookup, gateOf })
    }
    // Those who may no longer read the thread only learn that there is something to catch up with.
    if (gateBefore === gate) return
    if (inThread) await this.publishSeq(event, envelope, gateBefore)
    await this.publishGone(event, envelope, gateBefore)
  }

  /**
   * An event contains the fields it changed. Only unchanged fields have to be read; they are at the event's seq or
   * newer.
   */
  private async lookUp(events: readonly ThreadEventDoc[]): Promise<Lookup> {
    const changed = events.filter((event) => event.kind !== 'post.liked' && !createsPost(event))
    const found = await this.deps.posts.byIds([...new Set(changed.flatMap(({ post }) => post?._id ?? []))])
    const posts = new Map(found.map((post) => [post._id, post]))
    // As they are published: the text of an event may quote posts that the current text does not.
    const shown = events.flatMap((event) => foldPost(posts.get(event.post?._id ?? 0) ?? null, event) ?? [])
    const people = events.flatMap(({ actorId, thread }) => [actorId, thread.lastPostUserId ?? actorId])
    return {
      posts,
      context: await this.deps.posts.contexts.of(shown, people),
    }
  }

  /** Publishes that a thread has changed, without what changed. */
  private publishSeq(event: ThreadEventDoc, envelope: Envelope, gate: Gate): Promise<void> {
    const { threadId, boardId, fromBoardId = boardId, seq } = event
    const payload = { threadId, boardId: fromBoardId, seq, changes: {}, isWithheld: true }
    return this.deps.publisher.publish(audiences.thread(threadId, gate), 'thread:updated', payload, envelope)
  }

  private async publishInThread(
    event: ThreadEventDoc,
    name: ThreadEventName,
    { envelope, lookup, gate }: { envelope: Envelope; lookup: Lookup; gate: Gate },
  ): Promise<void> {
    const { publisher } = this.deps
    const { posts, context } = lookup
    const { threadId, seq, boardId } = event
    const audience = audiences.thread(threadId, gate)
    if (name === 'thread:updated') {
      const { poll, mergedInto } = event.thread
      const changes = {
        ...changesOf(event.thread),
        ...(mergedInto ? { mergedInto } : {}),
        ...(poll ? { poll: presentPoll(poll, event.at) } : {}),
      }
      return publisher.publish(audience, name, { threadId, boardId, seq, changes }, envelope)
    }
    const thread = presentCounters(foldThread(null, event), context.people)
    if (name === 'posts:moved') {
      const moved = (event.departure?.posts ?? []).map(({ _id, number }) => ({ number, postId: _id }))
      return publisher.publish(audience, name, { threadId, seq, moved, thread }, envelope)
    }
    const postId = event.post?._id ?? 0
    if (name === 'post:liked') {
      const likeCount = event.post?.likeCount ?? 0
      return publisher.publish(audience, name, { threadId, seq, postId, likeCount, thread }, envelope)
    }
    const post = foldPost(posts.get(postId) ?? null, event)
    if (!post) throw new Error(`post ${postId} is not projected`)
    const payload = { threadId, seq, post: presentPublicPost(post, context), thread }
    return publisher.publish(audience, name, payload, envelope)
  }

  private async publishInLists(
    event: ThreadEventDoc,
    name: 'thread:created' | 'thread:bumped',
    { envelope, lookup, gateOf }: { envelope: Envelope; lookup: Lookup; gateOf: GateOf },
  ): Promise<void> {
    const { publisher } = this.deps
    const { people } = lookup.context
    const { threadId, seq, boardId, fromBoardId } = event
    const gate = gateOf(boardId)
    const lists: Audience<'board' | 'home'>[] = [audiences.board(boardId, gate), audiences.home(gate)]
    if (fromBoardId !== undefined && gateOf(fromBoardId) === gate)
      lists.push(audiences.board(fromBoardId, gate))
    if (name === 'thread:bumped') {
      const changes = listChangesOf(event, people)
      for (const list of lists)
        await publisher.publish(list, name, { threadId, boardId, seq, changes }, envelope)
      return
    }
    const thread = presentPublicThread(foldThread(null, event), {
      people,
      tree: await this.deps.boards.wholeStructure(),
      language: 'zh',
      now: event.at,
    })
    for (const list of lists) await publisher.publish(list, name, { boardId, thread }, envelope)
  }

  /** Publishes to the lists of a board that a thread is gone, where it has moved to a board with other readers. */
  private async publishGone(event: ThreadEventDoc, envelope: Envelope, gate: Gate): Promise<void> {
    const { threadId, seq, boardId, fromBoardId = boardId } = event
    const payload = { threadId, boardId: fromBoardId, seq, changes: { isDeleted: true } }
    for (const list of [audiences.board(fromBoardId, gate), audiences.home(gate)])
      await this.deps.publisher.publish(list, 'thread:bumped', payload, envelope)
  }

  /** Publishes the counters and last threads of boards after a short delay: in a burst, only the last numbers matter. */
  private scheduleBoards(boardIds: readonly number[], delay = BOARDS_INTERVAL_MS): void {
    if (this.isStopped || !this.deps.publisher.isActive) return
    for (const boardId of boardIds) this.changedBoards.add(boardId)
    this.boardsTimer ??= setTimeout(() => {
      const changed = [...this.changedBoards]
      this.changedBoards.clear()
      this.boardsTimer = null
      this.publishBoards(changed).catch(() => {
        this.scheduleBoards(changed, BOARDS_RETRY_MS)
      })
    }, delay).unref()
  }

  /** Publishes these boards and those that contain them, each once. */
  private async publishBoards(boardIds: readonly number[]): Promise<void> {
    const { boards, threads, members, publisher } = this.deps
    const tree = await boards.whole()
    const changed = [...new Set(boardIds.flatMap((boardId) => tree.withAncestors(boardId)))]
    const lastThreads = await threads.getAll(
      changed.flatMap((board) => newestOf(board, tree).lastThreadId ?? []),
    )
    const people = await members.people([...lastThreads.values()].map(({ lastPostUserId }) => lastPostUserId))
    const publishing = changed.map(async (board) => {
      const { threadCount, postCount } = countsOf(board, tree, '')
      const payload = {
        boardId: board._id,
        version: versionOf(board, tree),
        threadCount,
        postCount,
        lastThread: presentLastThread(board, { tree, people, lastThreads }),
      }
      // Both events share an envelope, so that a page that receives both recognises the repeat.
      const envelope = publisher.newEnvelope()
      const gate = tree.gateOf(board._id)
      for (const list of [audiences.board(board._id, gate), audiences.home(gate)])
        await publisher.publish(list, 'board:updated', payload, envelope)
    })
    await Promise.all(publishing)
  }

  stop(): void {
    this.isStopped = true
    if (this.boardsTimer) clearTimeout(this.boardsTimer)
  }
}

/** Returns the event for a post: one that comes from another thread is new, or there again if it comes back. */
function arrivedAs({ kind, thread }: ThreadEventDoc, name: ThreadEventName | null): ThreadEventName | null {
  if (kind !== 'post.arrived') return name
  return thread.hasArrivals ? 'post:created' : 'post:restored'
}

/**
 * Returns the changes of a row in a list. Only a new reply includes who wrote the last post and when, because lists present it as new,
 * unlike one that a deletion or restoration has made the last. Those rows are updated by the next read.
 */
function listChangesOf({ kind, thread }: ThreadEventDoc, people: People) {
  const { postCount, lastPostAt, lastPostUserId, lastPostNumber } = thread
  const isReply = kind === 'post.created' && lastPostAt !== undefined && lastPostUserId !== undefined
  return {
    ...changesOf(thread),
    ...(postCount === undefined ? {} : { postCount, replyCount: replyCountOf(postCount) }),
    ...(lastPostNumber === undefined ? {} : { lastPostNumber }),
    ...(isReply
      ? { lastPostAt: lastPostAt.toISOString(), lastPostUser: people.summary(lastPostUserId) }
      : {}),
  }
}

/** Returns the changed fields of a thread that its readers see. */
function changesOf(thread: Partial<ThreadDoc>) {
  const { title, boardId, isDeleted, type, isSolved } = thread
  return {
    ...(boardId === undefined ? {} : { boardId }),
    ...(isDeleted === undefined ? {} : { isDeleted }),
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { type }),
    ...(isSolved === undefined ? {} : { answerId: shownAnswerOf(thread) }),
    ...presentChangedValues(thread),
    ...Object.fromEntries(
      THREAD_FLAGS.flatMap((flag) => (thread[flag] === undefined ? [] : [[flag, thread[flag]]])),
    ),
  }
}
