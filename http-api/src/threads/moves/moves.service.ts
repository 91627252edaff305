import { ALL_RIGHTS } from '@forum/shared/access'
import type { Clock } from '@forum/shared/clock'
import { REFUSALS } from '@forum/shared/bilingual'
import { ForumError, refusedField } from '@forum/shared/errors'
import { MERGED_POSTS_MAX } from '@forum/shared/limits'
import { mayModerate, mayModerateThread, mayUseBoard, type Actor } from '@forum/shared/policies'
import type { BoardQueries } from '../../boards'
import {
  threadSubject,
  type ActNotes,
  type DecideChange,
  type Departure,
  type PostDoc,
  type ThreadCache,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../../log'
import { authorize } from '../../platform/http/authorize'
import { readerOf, type Viewer } from '../../platform/http/viewer'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Idempotency } from '../../platform/mongo/idempotency'
import type { Ids } from '../../platform/mongo/ids'
import { underLease } from '../../platform/mongo/leases'
import type { Words } from '../../words'
import { foldInto, type Earlier } from '../posts/post-folds'
import type { PostQueries } from '../posts/posts.queries'
import type { PostService } from '../posts/posts.service'
import { arrivalEvent, departureEvent, type DepartureEvent } from './move-events'
import type { ReadingFollows } from './reading-follows'

/** Posts that arrive in a thread together. */
const POSTS_AT_ONCE = 64

/** Where replies go: into a new thread, or into an existing one. */
export type SplitInto =
  | { title: string; boardId: number; threadId?: undefined }
  | { threadId: number; title?: undefined; boardId?: undefined }

/** Posts that have moved: the event by which they left, and the thread that they are in now. */
export interface Moved {
  event: ThreadEventDoc
  threadId: number
}

interface MovesDeps {
  db: Pick<ThreadLogCollections, 'posts' | 'threadEvents'> & Pick<PlatformCollections, 'leases'>
  commands: ThreadCommands
  threads: ThreadCache
  boards: BoardQueries
  queries: PostQueries
  posts: PostService
  reading: ReadingFollows
  words: Words
  idempotency: Idempotency
  ids: Ids
  clock: Clock
}

/**
 * Moves posts between threads. One event takes them out of their thread and says everything about the move; from then on
 * it is certain, and any process that finds the event completes it. Each post keeps its id and everything that refers to
 * it (docs/decisions/0056-posts-move-between-logs.md).
 */
export class Moves implements ThreadEventConsumer {
  readonly name = 'moves'
  readonly kinds = ['thread.split', 'thread.merged'] as const
  /** The moves that this process is completing: a call and the delivery of its event share the work. */
  private readonly completing = new Map<string, Promise<number>>()

  constructor(private readonly deps: MovesDeps) {}

  /**
   * Moves replies into a new thread or an existing one. With a key, a repeat returns the first result.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for who does not moderate both boards, `CONFLICT` for a thread that is
   * deleted, `VALIDATION_FAILED` for an opening post, or if no reply is left to open a thread with
   */
  split(
    viewer: Viewer,
    threadId: number,
    { postIds, into, reason }: { postIds: readonly number[]; into: SplitInto; reason?: string | undefined },
    idempotencyKey: string | undefined,
  ): Promise<Moved> {
    const { idempotency, ids, posts } = this.deps
    const wanted = [...new Set(postIds)]
    const body = { threadId, postIds, into, reason }
    const newId = () => (into.threadId === undefined ? ids.next('threads') : Promise.resolve(into.threadId))
    return idempotency.run(
      { userId: viewer.actor.id, key: idempotencyKey, name: 'splitThread', body },
      newId,
      async (reservation) => {
        const to = reservation?.resourceId ?? (await newId())
        const target = await this.targetOf(viewer, threadId, into)
        const decide: DecideChange = async (thread, context, earlier) => {
          this.requireStanding(viewer.actor, thread)
          const leaving = await this.named(thread, wanted, earlier)
          if (leaving.length < wanted.length) throw new ForumError('NOT_FOUND')
          if (leaving[0]?.number === 1) throw refusedField('postIds', 'opening')
          const ordered = into.threadId === undefined ? standingFirst(leaving) : leaving
          const departure: Departure = {
            to,
            toBoardId: target.boardId,
            posts: ordered.map(({ _id, number }) => ({ _id, number })),
            ...(target.branch === undefined ? {} : { branch: target.branch }),
          }
          const next = await posts.newestBut(wanted, earlier, thread)
          return departureEvent(context, thread, departure, { leaving, next })
        }
        const left = await this.leave(viewer, threadId, decide, { reason }, reservation?.key)
        return { event: left, threadId: await this.complete(left) }
      },
    )
  }

  /**
   * Moves all posts of a thread into another one, behind its last post. The thread is gone then, and its addresses lead
   * to the other one.
   *
   * @throws ForumError as `split`; `CONFLICT` for a thread with a poll
   */
  merge(
    viewer: Viewer,
    threadId: number,
    { into, reason }: { into: number; reason?: string | undefined },
    idempotencyKey: string | undefined,
  ): Promise<Moved> {
    const { idempotency } = this.deps
    return idempotency.run(
      { userId: viewer.actor.id, key: idempotencyKey, name: 'mergeThread', body: { threadId, into, reason } },
      () => Promise.resolve(into),
      async (reservation) => {
        const left = await this.oneAtATime(async (confirm) => {
          const { boardId } = await this.targetOf(viewer, threadId, { threadId: into })
          const decide: DecideChange = async (thread, context, earlier) => {
            this.requireStanding(viewer.actor, thread)
            if (thread.poll) throw new ForumError('CONFLICT', { detail: REFUSALS.pollStays })
            const leaving = await this.all(thread, earlier)
            if (leaving.length > MERGED_POSTS_MAX) throw refusedField('into', 'too_many')
            const departure: Departure = {
              to: into,
              toBoardId: boardId,
              posts: leaving.map(({ _id, number }) => ({ _id, number })),
              heading: thread.title,
            }
            return departureEvent(context, thread, departure, { leaving, next: null })
          }
          await confirm()
          return this.leave(viewer, threadId, decide, { reason }, reservation?.key)
        })
        return { event: left, threadId: await this.complete(left) }
      },
    )
  }

  /**
   * Takes a move back: the posts get the numbers again that they had.
   *
   * @param eventId the event by which they left
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` if the posts or the threads are no longer as the move left
   * them: a post has moved on, somebody has replied to the new thread, or a thread is deleted
   */
  async giveBack(viewer: Viewer, eventId: string, notes: ActNotes): Promise<ThreadEventDoc> {
    const left = await this.oneAtATime((confirm) => this.leaveAgain(viewer, eventId, notes, confirm))
    await this.complete(left)
    return left
  }

  private async leaveAgain(
    viewer: Viewer,
    eventId: string,
    notes: ActNotes,
    confirm: () => Promise<void>,
  ): Promise<DepartureEvent> {
    const { db, posts, threads, boards } = this.deps
    const left = await db.threadEvents.findOne({ _id: eventId })
    if (!left?.departure) throw new ForumError('CONFLICT')
    const { threadId: home, departure: gone } = left
    const origin = await threads.get(home)
    if (!origin || origin.erasedAt) throw new ForumError('CONFLICT')
    authorize(mayModerate(viewer.actor, origin.boardId) ? 'allowed' : 'FORBIDDEN')
    const revives = origin.mergedInto === gone.to && left.kind === 'thread.merged'
    if (origin.isDeleted && !revives) throw new ForumError('CONFLICT')
    if (!(await boards.wholeStructure()).find(origin.boardId))
      throw new ForumError('CONFLICT', { detail: REFUSALS.boardIsDeleted })
    const wanted = gone.posts.map(({ _id }) => _id)
    const homeNumbers = new Map(gone.posts.map(({ _id, number }) => [_id, number]))
    const decide: DecideChange = async (thread, context, earlier) => {
      this.requireStanding(viewer.actor, thread)
      const leaving = await this.named(thread, wanted, earlier)
      if (leaving.length < wanted.length) throw new ForumError('CONFLICT')
      const departing = leaving
        .map(({ _id, number }) => ({ _id, number, returnsTo: homeNumbers.get(_id) ?? 0 }))
        .sort((a, b) => a.returnsTo - b.returnsTo)
      const opening = leaving.find(({ _id }) => _id === departing[0]?._id)
      if (revives && (opening?.isDeleted || opening?.erasedAt)) throw new ForumError('CONFLICT')
      const isWhole = leaving.some(({ number }) => number === 1)
      if (isWhole && (await this.all(thread, earlier)).length > leaving.length)
        throw new ForumError('CONFLICT')
      if (isWhole && thread.poll) throw new ForumError('CONFLICT')
      const departure: Departure = {
        to: home,
        toBoardId: origin.boardId,
        posts: departing,
        ...(revives ? { revives } : {}),
        ...(gone.heading === undefined ? {} : { heading: gone.heading }),
      }
      const next = isWhole ? null : await posts.newestBut(wanted, earlier, thread)
      return departureEvent(context, thread, departure, { leaving, next })
    }
    await confirm()
    return this.leave(viewer, gone.to, decide, notes)
  }

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    for (const event of events)
      if (event.departure) await this.complete({ ...event, departure: event.departure })
  }

  /** Decides one merge after the other, so that each sees whether its threads stand: two opposite ones make a circle. */
  private oneAtATime<T>(decide: (confirm: () => Promise<void>) => Promise<T>): Promise<T> {
    return underLease(this.deps.db, this.deps.clock, 'merges', decide)
  }

  private async leave(
    viewer: Viewer,
    threadId: number,
    decide: DecideChange,
    notes: ActNotes,
    key?: string,
  ): Promise<DepartureEvent> {
    const { event } = await this.deps.commands.changeOnce(key, threadId, viewer.actor, decide, notes)
    if (!event?.departure) throw new ForumError('INTERNAL')
    return { ...event, departure: event.departure }
  }

  /** Returns the board of the thread that replies are to go to; for a new one also how it begins. */
  private async targetOf(
    { actor, ...viewer }: Viewer,
    from: number,
    into: SplitInto,
  ): Promise<{ boardId: number; branch?: Departure['branch'] }> {
    const { boards, queries, words } = this.deps
    if (into.threadId === undefined) {
      const { boardId } = into
      const tree = await boards.wholeStructure()
      const board = tree.find(boardId)
      if (!board) throw new ForumError('NOT_FOUND')
      const { postRole } = board
      authorize(
        mayUseBoard(actor, { id: boardId, postRole, hasChildren: tree.childrenOf(boardId).length > 0 }),
      )
      if (!mayModerate(actor, boardId)) throw new ForumError('FORBIDDEN')
      const { title } = (await words.screen({ title: into.title })).unblocked()
      const isQuestion = board.isQuestions === true
      return { boardId, branch: { title, ...(isQuestion ? { isQuestion } : {}) } }
    }
    if (into.threadId === from) throw refusedField('threadId', 'invalid')
    const target = await queries.readableThread(into.threadId, readerOf({ actor, ...viewer }))
    this.requireStanding(actor, target)
    return { boardId: target.boardId }
  }

  private requireStanding(actor: Actor, thread: ThreadDoc): void {
    authorize(mayModerateThread(actor, threadSubject(thread)))
    if (thread.isDeleted) throw new ForumError('CONFLICT')
  }

  /** Returns those of some posts that are in a thread after `earlier` events, in the order of their numbers. */
  private async named(
    { _id: threadId }: ThreadDoc,
    postIds: readonly number[],
    earlier: Earlier,
  ): Promise<PostDoc[]> {
    const stored = await this.deps.queries.byIds(postIds)
    return foldInto(stored, earlier)
      .filter((post) => post.threadId === threadId && postIds.includes(post._id))
      .sort((a, b) => a.number - b.number)
  }

  /** Returns all posts of a thread after `earlier` events, in the order of their numbers; more than the maximum is enough. */
  private async all({ _id: threadId }: ThreadDoc, earlier: Earlier): Promise<PostDoc[]> {
    const stored = await this.deps.db.posts
      .find({ threadId }, { projection: LEAVING, limit: MERGED_POSTS_MAX + 1 })
      .toArray()
    return foldInto(stored, earlier)
      .filter((post) => post.threadId === threadId)
      .sort((a, b) => a.number - b.number)
  }

  /** Brings posts that have left a thread into the other one; returns that thread. */
  private complete(left: DepartureEvent): Promise<number> {
    const running = this.completing.get(left._id)
    if (running) return running
    const completing = this.arriveAll(left).finally(() => this.completing.delete(left._id))
    this.completing.set(left._id, completing)
    return completing
  }

  private async arriveAll(left: DepartureEvent): Promise<number> {
    const { posts } = left.departure
    let to = left.departure.to
    for (let i = 0; i < posts.length; i += POSTS_AT_ONCE) {
      to = await this.currentOf(left)
      const together = posts.slice(i, i + POSTS_AT_ONCE).map(({ _id }) => _id)
      const found = await this.deps.db.posts
        .find({ _id: { $in: together }, threadId: -left.threadId, appliedSeq: left.seq })
        .toArray()
      const byId = new Map(found.map((post) => [post._id, post]))
      const ordered = together.flatMap((id) => byId.get(id) ?? [])
      const [first, ...others] = ordered
      if (!first) continue
      // The one that begins a thread goes first, alone.
      await this.arrive(left, to, first)
      // Queued together, the events of a thread take one insert.
      await Promise.all(others.map((post) => this.arrive(left, to, post)))
    }
    await this.deps.reading.follow(left, to)
    return to
  }

  /** Returns the thread that posts go to: the one that theirs has been merged into meanwhile. */
  private async currentOf({ threadId, departure }: DepartureEvent): Promise<number> {
    const { threads, queries } = this.deps
    const { to, revives } = departure
    const isAwaited = revives && (await threads.get(to))?.mergedInto === threadId
    return isAwaited ? to : queries.moved.currentOf(to)
  }

  private async arrive(left: DepartureEvent, to: number, post: PostDoc): Promise<void> {
    const { commands } = this.deps
    const { departure, actorId } = left
    const actor = carrierOf(actorId)
    const key = `move:${left._id}:${post._id}`
    if (departure.branch && post._id === departure.posts[0]?._id && to === departure.to) {
      await commands.create(to, actor, (context) => arrivalEvent(context, null, post, left), { key })
      return
    }
    await commands.changeOnce(key, to, actor, (thread, context) => {
      const isAwaited = departure.revives === true && thread.mergedInto === left.threadId
      if (thread.mergedInto && !isAwaited) throw new ForumError('UNAVAILABLE')
      return Promise.resolve(arrivalEvent(context, thread, post, left))
    })
  }
}

const LEAVING = {
  threadId: 1,
  number: 1,
  authorId: 1,
  createdAt: 1,
  likeCount: 1,
  isDeleted: 1,
  erasedAt: 1,
} as const

/** Who brings posts into a thread: whether the moderator may was decided when they left. */
const carrierOf = (id: number): Actor => ({
  id,
  role: 'admin',
  moderatedBoardIds: [],
  isMuted: false,
  boards: ALL_RIGHTS,
})

/** Returns posts in their order, but first one that can open a thread. */
function standingFirst(posts: readonly PostDoc[]): PostDoc[] {
  const first = posts.find(({ isDeleted }) => !isDeleted)
  if (!first) throw refusedField('postIds', 'deleted')
  return [first, ...posts.filter((post) => post !== first)]
}
