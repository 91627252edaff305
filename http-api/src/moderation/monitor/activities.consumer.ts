import type { ActivityKind } from '@forum/shared/acts'
import { cutCharacters } from '@forum/shared/text'
import {
  byThread,
  type Kind,
  type PostDoc,
  type ThreadDoc,
  type ThreadEventConsumer,
  type ThreadEventDoc,
  type ThreadLogCollections,
  type ThreadCache,
} from '../../log'
import type { Gate } from '../../gate'
import { publicAuthorId } from '../../members'
import { SYSTEM } from '../../record'
import type { Activities, NewActivity } from './activities.service'

const KINDS: Partial<Record<Kind, ActivityKind>> = {
  'thread.created': 'thread',
  'thread.renamed': 'edit',
  'thread.pinned': 'pin',
  'thread.locked': 'lock',
  'thread.featured': 'feature',
  'thread.moved': 'move',
  'thread.deleted': 'delete',
  'thread.restored': 'restore',
  'post.created': 'post',
  'post.edited': 'edit',
  'post.deleted': 'delete',
  'post.restored': 'restore',
}

/** Number of characters shown of a text that an edit replaced. */
const BEFORE_LENGTH = 500

type FoundPost = Pick<PostDoc, '_id' | 'number' | 'excerpt'>

/** Adds what happens in threads to the moderators' feed. */
export class ActivitiesConsumer implements ThreadEventConsumer {
  readonly name = 'activities'
  readonly kinds = Object.keys(KINDS) as Kind[]
  readonly isPaced = true

  constructor(
    private readonly deps: {
      db: Pick<ThreadLogCollections, 'posts'>
      /** Threads in their current state. */
      threads: Pick<ThreadCache, 'getAll'>
      activities: Activities
      /** Returns true if the outside review wants moderators to look at a text. */
      isFlagged: Gate['isFlagged']
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { db, activities } = this.deps
    const threads = await this.threadsOf(events)
    const postIds = events.flatMap(({ post }) => (post && post.number === undefined ? post._id : []))
    const posts =
      postIds.length === 0
        ? []
        : await db.posts
            .find<FoundPost>({ _id: { $in: postIds } }, { projection: { number: 1, excerpt: 1 } })
            .toArray()
    const byId = new Map(posts.map((post) => [post._id, post]))
    const lines = events.flatMap((event) => {
      const thread = threads.get(event.threadId)
      if (!thread) throw new Error(`thread ${event.threadId} is not projected`)
      return lineOf(event, thread, byId) ?? []
    })
    await activities.add(await Promise.all(lines.map((line) => this.reviewed(line))))
  }

  /** Returns a line with the flag of the outside review, if it is to have one. */
  private async reviewed(line: NewActivity): Promise<NewActivity> {
    const { kind, actorId, text = '' } = line
    if (kind !== 'thread' && kind !== 'post' && kind !== 'edit') return line
    const asked = {
      kind,
      authorId: publicAuthorId(actorId),
      title: kind === 'thread' ? (line.title ?? null) : null,
      content: text,
    }
    return (await this.deps.isFlagged(asked)) ? { ...line, flags: ['outside'] } : line
  }

  /** Returns the threads of events; one that is only created is read from its event. */
  private async threadsOf(events: readonly ThreadEventDoc[]): Promise<ReadonlyMap<number, ShownThread>> {
    const threads = new Map<number, ShownThread>()
    const others: number[] = []
    for (const [threadId, [first, ...later]] of byThread(events)) {
      const { title } = first?.thread ?? {}
      if (first?.kind === 'thread.created' && later.length === 0 && title !== undefined) {
        threads.set(threadId, { _id: threadId, title, authorId: first.actorId })
      } else others.push(threadId)
    }
    if (others.length === 0) return threads
    return new Map<number, ShownThread>([...(await this.deps.threads.getAll(others)), ...threads])
  }
}

/** The fields of a thread that its lines show. */
type ShownThread = Pick<ThreadDoc, '_id' | 'title' | 'authorId'>

function lineOf(
  event: ThreadEventDoc,
  thread: ShownThread,
  posts: ReadonlyMap<number, FoundPost>,
): NewActivity | null {
  const { kind, post, actorId, at, boardId, fromBoardId, reason, replacedTitle, replacedContent } = event
  const lineKind = KINDS[kind]
  // A command on many posts is one line, that of its act. What the forum does on its own has none.
  if (!lineKind || event.commandId !== undefined || actorId === SYSTEM) return null
  const { isPinned, isLocked, isFeatured } = event.thread
  const stored = posts.get(post?._id ?? 0)
  const authorId = post?.authorId ?? thread.authorId
  const before = replacedTitle ?? replacedContent
  // An event holds only the state that it changes.
  const state = isPinned ?? isLocked ?? isFeatured
  const { title, poll } = event.thread
  // Everything that was written can hold a link or a word.
  const text = [
    title,
    ...(poll ? [poll.question, ...poll.options.map((option) => option.text)] : []),
    post?.content,
    ...(post?.attachments ?? []).map(({ originalName }) => originalName),
  ]
    .filter((part) => part !== undefined)
    .join('\n')
  return {
    key: `event:${event._id}`,
    at,
    kind: lineKind,
    actorId,
    userId: authorId === actorId ? null : authorId,
    boardIds: fromBoardId === undefined ? [boardId] : [boardId, fromBoardId],
    threadId: thread._id,
    title: event.thread.title ?? thread.title,
    postId: post?._id ?? null,
    postNumber: post?.number ?? stored?.number ?? null,
    excerpt: post?.excerpt ?? stored?.excerpt ?? event.thread.title ?? '',
    text,
    detail: {
      ...(state === undefined ? {} : { state }),
      ...(reason === undefined ? {} : { reason }),
      ...(before === undefined ? {} : { before: cutCharacters(before, BEFORE_LENGTH) }),
    },
  }
}
