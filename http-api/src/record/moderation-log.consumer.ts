import { ACTS, FLAG_ACTS, type ModerationAction, VALUE_ACTS } from '@forum/shared/acts'
import type { ActChange, Undo } from '@forum/shared/contract'
import {
  FLAG_KINDS,
  forEachThread,
  type Kind,
  type PostBatch,
  type PostDoc,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
  VALUE_KINDS,
} from '../log'
import type { ActDraft, LogEntryDoc } from './moderation-log.model'
import { undoOf, type Logged, type ModerationLog } from './moderation-log.service'

/** The privileged acts among the events of a thread: what an event is called, and what it changed. */
interface ActOfEvent {
  action: ModerationAction
  /** The part of the thread that it changed. */
  target: string
  /** True if only a moderator can have done it; otherwise it is privileged if the content was another member's. */
  isForModerators: boolean
  changes?: ActChange[]
}

/** The acts that set a flag; the target is called as the act that sets it. */
const FLAG_ACTS_OF = Object.fromEntries(
  FLAG_ACTS.filter(({ to }) => to).map(({ flag, action }) => [
    FLAG_KINDS[flag],
    ({ thread }: ThreadEventDoc): ActOfEvent => {
      const after = thread[flag] ?? false
      return {
        action: after ? action : (ACTS[action].undo ?? action),
        target: action.replace('_thread', ''),
        isForModerators: true,
        changes: [{ field: flag, before: !after, after }],
      }
    },
  ]),
)

/** Posts of a move that its entry names; its event has all of them. */
const POSTS_LOGGED = 100

const plain = (value: unknown): string | number | null =>
  value instanceof Date ? value.toISOString() : ((value ?? null) as number | null)

/** The acts that change values; the target is called as the act that changes them, such as `slow mode`. */
const VALUE_ACTS_OF = Object.fromEntries(
  VALUE_ACTS.map((action) => [
    VALUE_KINDS[action],
    ({ thread, replacedValues = {} }: ThreadEventDoc): ActOfEvent => ({
      action,
      target: action.replace('set_', '').replace('_', ' '),
      isForModerators: true,
      changes: (Object.keys(replacedValues) as (keyof typeof replacedValues)[]).map((field) => ({
        field,
        before: plain(replacedValues[field]),
        after: plain(thread[field]),
      })),
    }),
  ]),
)

/** A move of posts to another thread. Nothing stands in the way of taking it back but what has become of the posts. */
function moveAct(action: ModerationAction) {
  return ({ _id, threadId, undoes, departure }: ThreadEventDoc): ActOfEvent => ({
    action: undoes === undefined ? action : 'return_replies',
    target: `move ${_id}`,
    isForModerators: true,
    changes: [
      { field: 'threadId', before: threadId, after: departure?.to ?? null },
      {
        field: 'posts',
        before: [],
        after: (departure?.posts ?? []).slice(0, POSTS_LOGGED).map(({ _id: id }) => id),
      },
    ],
  })
}

const ACTS_OF: Partial<Record<Kind, (event: ThreadEventDoc) => ActOfEvent>> = {
  ...FLAG_ACTS_OF,
  ...VALUE_ACTS_OF,
  'thread.typed': ({ thread, replacedValues = {} }) => ({
    action: 'type_thread',
    target: 'type',
    isForModerators: false,
    changes: [{ field: 'type', before: plain(replacedValues.type), after: thread.type ?? null }],
  }),
  'thread.answered': ({ thread, replacedValues = {} }) => ({
    action: 'set_answer',
    target: 'answer',
    isForModerators: false,
    changes: [{ field: 'answerId', before: plain(replacedValues.answerId), after: thread.answerId ?? null }],
  }),
  'thread.moved': ({ boardId, fromBoardId = null }) => ({
    action: 'move_thread',
    target: 'board',
    isForModerators: true,
    changes: [{ field: 'boardId', before: fromBoardId, after: boardId }],
  }),
  'thread.renamed': ({ thread, replacedTitle = null }) => ({
    action: 'rename_thread',
    target: 'title',
    isForModerators: false,
    changes: [{ field: 'title', before: replacedTitle, after: thread.title ?? null }],
  }),
  'thread.deleted': () => ({ action: 'delete_thread', target: 'deletion', isForModerators: false }),
  'thread.restored': () => ({ action: 'restore_thread', target: 'deletion', isForModerators: true }),
  'thread.split': moveAct('split_replies'),
  'thread.merged': moveAct('merge_threads'),
  'post.edited': ({ post }) => ({
    action: 'edit_post',
    target: `post ${post?._id ?? 0} text`,
    isForModerators: false,
    changes: [{ field: 'version', before: (post?.version ?? 1) - 1, after: post?.version ?? 1 }],
  }),
  'post.deleted': ({ post }) => ({
    action: 'delete_post',
    target: `post ${post?._id ?? 0} deletion`,
    isForModerators: false,
  }),
  'post.restored': ({ post }) => ({
    action: 'restore_post',
    target: `post ${post?._id ?? 0} deletion`,
    isForModerators: true,
  }),
}

/** Logs the privileged acts on threads and posts. */
export class ModerationLogConsumer implements ThreadEventConsumer {
  readonly name = 'moderation-log'
  readonly kinds = Object.keys(ACTS_OF) as Kind[]

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'threads' | 'posts'>
      log: ModerationLog
      onFailure: (error: unknown) => void
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await forEachThread(events, async (threadEvents) => {
      await this.append(threadEvents)
    })
  }

  /** Logs the privileged acts among events of one thread, unless they are logged, and returns their entries. */
  async append(events: readonly ThreadEventDoc[]): Promise<LogEntryDoc[]> {
    // A command on many posts is one act, which its service logs.
    const single = events.filter(
      (event) => event.commandId === undefined && (event.batch !== undefined || !isOfAuthor(event)),
    )
    const [first] = single
    if (!first) return []
    const { db, log } = this.deps
    const thread = await db.threads.findOne({ _id: first.threadId })
    if (!thread) throw new Error(`thread ${first.threadId} is not projected`)
    const postIds = single.flatMap(({ post }) => post?._id ?? [])
    const posts = await db.posts
      .find<Pick<PostDoc, '_id' | 'number'>>({ _id: { $in: postIds } }, { projection: { number: 1 } })
      .toArray()
    const numbers = new Map(posts.map(({ _id, number }) => [_id, number]))
    const drafts = single.flatMap((event) => this.actOf(event, thread, numbers) ?? [])
    // The events of one act on several posts lead to one entry.
    return log.append([...new Map(drafts.map((draft) => [draft.key, draft])).values()])
  }

  /**
   * Logs the act of a command at once, so that the caller learns how it is taken back. The consumer logs what fails.
   *
   * @param event null for a command that changed nothing
   */
  async logNow(event: ThreadEventDoc | null): Promise<Logged | null> {
    if (!event) return null
    const append = async () => (await this.append([event]))[0] ?? null
    const entry = await append().catch((error: unknown) => {
      this.deps.onFailure(error)
      return null
    })
    return { key: keyOf(event), entry }
  }

  /** Returns how an act that a command has just done is taken back. */
  async undoOf(act: Promise<ThreadEventDoc | null>): Promise<Undo | null> {
    return undoOf(await this.logNow(await act))
  }

  /** Returns the act on several posts of which an event is a part: the same for each of them, by its key. */
  private batchOf(event: ThreadEventDoc, { key, postIds }: PostBatch, { title }: ThreadDoc): ActDraft {
    const { at, actorId, boardId, threadId, seq, reason = null, undoes, kind } = event
    return this.deps.log.draft({
      key: `batch:${key}`,
      at,
      actorId,
      action: kind === 'post.deleted' ? 'delete_posts' : 'restore_posts',
      boardIds: [boardId],
      threadId,
      title,
      reason,
      changes: [{ field: 'posts', before: [], after: postIds }],
      target: `batch ${key}`,
      seq,
      ...(undoes === undefined ? {} : { undoes }),
    })
  }

  private actOf(
    event: ThreadEventDoc,
    thread: ThreadDoc,
    numbers: ReadonlyMap<number, number>,
  ): ActDraft | null {
    if (event.batch) return this.batchOf(event, event.batch, thread)
    const act = ACTS_OF[event.kind]?.(event)
    if (!act) return null
    const { actorId, post, threadId, boardId, seq, undoes } = event
    const otherBoardId = event.fromBoardId ?? event.departure?.toBoardId ?? boardId
    // An answer is marked for who asked.
    const userId = event.kind === 'thread.answered' ? thread.authorId : (post?.authorId ?? thread.authorId)
    // An author may delete a thread only while nobody else has replied.
    const isBeyondAuthor = act.action === 'delete_thread' && thread.hasOtherReplies
    if (!act.isForModerators && actorId === userId && !isBeyondAuthor) return null
    return this.deps.log.draft({
      key: keyOf(event),
      at: event.at,
      actorId,
      action: act.action,
      userId,
      boardIds: [...new Set([boardId, otherBoardId])],
      threadId,
      postId: post?._id ?? null,
      postNumber: post ? (numbers.get(post._id) ?? null) : null,
      title: thread.title,
      reason: event.reason ?? null,
      changes: act.changes ?? [],
      target: `thread ${threadId} ${act.target}`,
      seq,
      ...(undoes === undefined ? {} : { undoes }),
    })
  }
}

const keyOf = ({ _id }: Pick<ThreadEventDoc, '_id'>): string => `event:${_id}`

/** Returns true if an author changed a text of their own, as most edits do. */
const isOfAuthor = ({ kind, post, actorId, byCoauthor }: ThreadEventDoc): boolean =>
  byCoauthor === true || ((kind === 'post.edited' || kind === 'post.deleted') && post?.authorId === actorId)
