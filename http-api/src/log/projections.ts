import { DAY_MS } from '@forum/shared/clock'
import { mongo } from 'mongoose'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ThreadLogCollections } from './collections'
import type { CounterKey, CounterNumbers, Kind } from './log-event'
import { likeId, type LikeDoc } from './likes.model'
import type { DocumentChange, Projections } from './mongo-log-store'
import { movedPostId } from './moved-posts.model'
import { pollVoteId, type PollVoteDoc } from './poll-votes.model'
import type { PostDoc } from './posts.model'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

/** Number of days for which a board keeps its posts: popular boards look back over seven. */
export const DAYS_KEPT = 8

/** The values of a new thread that its event does not set. */
const NEW_THREAD = {
  editedAt: null,
  postCount: 1,
  lastNumber: 1,
  hasOtherReplies: false,
  isPinned: false,
  isLocked: false,
  isDeleted: false,
  viewCount: 0,
} as const satisfies Partial<ThreadDoc>

/** Returns the thread after the event. */
export const foldThread = (thread: ThreadDoc | null, event: ThreadEventDoc): ThreadDoc =>
  ({ ...(thread ?? NEW_THREAD), ...event.thread, _id: event.threadId, seq: event.seq }) as ThreadDoc

const WITH_WHOLE_POST: ReadonlySet<Kind> = new Set<Kind>([
  'post.created',
  'thread.created',
  'post.arrived',
  'thread.branched',
  'thread.unmerged',
])

/** Returns true if the event contains a whole post that is new in the thread. */
export const createsPost = ({ kind }: Pick<ThreadEventDoc, 'kind'>): boolean => WITH_WHOLE_POST.has(kind)

/**
 * Returns the post after the event: the whole of a new one, otherwise the given post with the event's changes. Null if
 * the event concerns no post or the given post is missing.
 */
export function foldPost(post: PostDoc | null, event: ThreadEventDoc): PostDoc | null {
  if (!event.post || (!post && !createsPost(event))) return post
  return { ...post, ...event.post, appliedSeq: event.seq } as PostDoc
}

/** A thread with its posts, likes and votes, projected from its log in memory. */
export interface FoldedThread {
  thread: ThreadDoc | null
  posts: Map<number, PostDoc>
  likes: Map<string, LikeDoc>
  votes: Map<string, PollVoteDoc>
}

/** Does in memory what the store does in the database. */
export function foldAll(folded: FoldedThread, event: ThreadEventDoc): void {
  folded.thread = foldThread(folded.thread, event)
  const vote = voteOf(event)
  if (vote) folded.votes.set(vote._id, { ...vote, appliedSeq: event.seq })
  for (const { _id } of event.departure?.posts ?? []) folded.posts.delete(_id)
  const postId = event.post?._id
  const post = postId === undefined ? null : foldPost(folded.posts.get(postId) ?? null, event)
  if (!post) return
  folded.posts.set(post._id, post)
  if (!event.like) return
  const _id = likeId(post._id, event.like.userId)
  folded.likes.set(_id, { _id, postId: post._id, ...event.like, appliedSeq: orderOf(event) })
}

/** Returns the vote that an event sets. */
function voteOf({ threadId, vote }: ThreadEventDoc): Omit<PollVoteDoc, 'appliedSeq'> | null {
  return vote ? { _id: pollVoteId(threadId, vote.userId), threadId, ...vote } : null
}

/** Returns the place of an event among all that ever happened to its post, in whichever thread. */
const orderOf = ({ seq, post }: ThreadEventDoc): number => seq + (post?.seqBase ?? 0)

/** Returns the posts that leave with an event, each with the mark at its number. A post that has left already stays so. */
const departuresOf = ({ threadId, departure }: ThreadEventDoc): DocumentChange[] =>
  (departure?.posts ?? []).flatMap(({ _id, number }) => [
    { collection: 'posts', _id, set: { threadId: -threadId }, isNew: false, where: { threadId } },
    {
      collection: 'movedPosts',
      _id: movedPostId(threadId, number),
      set: { threadId, number, postId: _id },
      isNew: true,
    },
  ])

/** Returns the posts and the like, or the vote, that an event changes. */
function documentsOf(event: ThreadEventDoc): DocumentChange[] {
  const vote = voteOf(event)
  if (vote) {
    const { _id, ...set } = vote
    return [{ collection: 'pollVotes', _id, set, isNew: true }]
  }
  if (event.departure) return departuresOf(event)
  if (!event.post) return []
  const { _id, ...set } = event.post
  const { threadId, arrival } = event
  if (arrival) {
    // It has left by then: nobody commits an arrival before. Later events in whichever thread leave it as they found it.
    const where = { threadId: -arrival.from, appliedSeq: arrival.seq }
    return [{ collection: 'posts', _id, set, isNew: false, where }]
  }
  const post = { collection: 'posts', _id, set, isNew: createsPost(event), where: { threadId } }
  if (!event.like) return [post]
  const like = { postId: _id, ...event.like }
  return [
    post,
    { collection: 'likes', _id: likeId(_id, like.userId), set: like, isNew: true, order: orderOf(event) },
  ]
}

/** The code of a command that was ended by its `maxTimeMS`. */
const OUT_OF_TIME = 50
/** Threads of recounted posts that are read at once. */
const THREADS_AT_ONCE = 1_000

/** Storage of threads, posts, likes, votes and the counters of boards and members. */
export const threadProjections = (
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
  calendar: SiteCalendar,
): Projections<ThreadDoc, PostDoc> => ({
  threads: 'threads',
  documents: documentsOf,
  counters: {
    board: { collection: 'boards', fields: { threads: 'threadCount', posts: 'postCount', days: 'days' } },
    member: {
      collection: 'users',
      fields: {
        threads: 'threadCount',
        posts: 'postCount',
        likes: 'likesReceived',
        threadsIn: 'threadsIn',
        postsIn: 'postsIn',
        likesIn: 'likesIn',
      },
    },
  },
  recount: async (keys) => {
    const counted = new Map<CounterKey, CounterNumbers>()
    for (const key of keys.filter(isBoard)) counted.set(key, await recountBoard(db, calendar, idOf(key)))
    const members = keys.filter((key) => !isBoard(key)).map(idOf)
    for (const [id, numbers] of await recountMembers(db, members)) counted.set(`member:${id}`, numbers)
    return counted
  },
})

const isBoard = (key: CounterKey) => key.startsWith('board:')
const idOf = (key: CounterKey) => Number(key.slice(key.indexOf(':') + 1))

async function recountBoard(
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
  calendar: SiteCalendar,
  boardId: number,
): Promise<CounterNumbers> {
  const threads = { boardId, isDeleted: false }
  const [sum] = await db.threads
    .aggregate<{ threads: number; posts: number }>([
      { $match: threads },
      { $group: { _id: null, threads: { $sum: 1 }, posts: { $sum: '$postCount' } } },
    ])
    .toArray()
  const days = Object.fromEntries(calendar.lastDays(DAYS_KEPT).map((day) => [day, 0]))
  const start = new Date(calendar.startOfDay().getTime() - DAYS_KEPT * DAY_MS)
  const moved = await db.threads
    .find({ ...threads, lastPostAt: { $gte: start } }, { projection: { _id: 1 } })
    .toArray()
  const posts = db.posts.find(
    { threadId: { $in: moved.map(({ _id }) => _id) }, isDeleted: false, createdAt: { $gte: start } },
    { projection: { createdAt: 1 } },
  )
  for await (const { createdAt } of posts) {
    const day = calendar.dayOf(createdAt)
    const count = days[day]
    if (count !== undefined) days[day] = count + 1
  }
  return { threads: sum?.threads ?? 0, posts: sum?.posts ?? 0, days }
}

/** Counts members together, or in halves if they have written more than can be counted in the time of a command. */
async function recountMembers(
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
  memberIds: readonly number[],
): Promise<Map<number, MemberNumbers>> {
  try {
    return await recountTogether(db, memberIds)
  } catch (error) {
    const isOutOfTime = error instanceof mongo.MongoServerError && error.code === OUT_OF_TIME
    if (!isOutOfTime || memberIds.length === 1) throw error
    const half = memberIds.length >> 1
    const first = await recountMembers(db, memberIds.slice(0, half))
    return new Map([...first, ...(await recountMembers(db, memberIds.slice(half)))])
  }
}

async function recountTogether(
  db: Pick<ThreadLogCollections, 'threads' | 'posts'>,
  memberIds: readonly number[],
): Promise<Map<number, MemberNumbers>> {
  const counted = new Map(memberIds.map((id) => [id, noNumbers()]))
  if (memberIds.length === 0) return counted
  const written = { authorId: { $in: [...memberIds] }, isDeleted: false }
  const begun = db.threads.aggregate<{ _id: { authorId: number; boardId: number }; threads: number }>([
    { $match: written },
    { $group: { _id: { authorId: '$authorId', boardId: '$boardId' }, threads: { $sum: 1 } } },
  ])
  for await (const { _id, threads } of begun) {
    const numbers = counted.get(_id.authorId)
    if (!numbers) continue
    numbers.threads += threads
    numbers.threadsIn[_id.boardId] = threads
  }
  let batch: PostsIn[] = []
  const byThread = db.posts.aggregate<PostsIn>([
    { $match: written },
    {
      $group: {
        _id: { authorId: '$authorId', threadId: '$threadId' },
        posts: { $sum: 1 },
        likes: { $sum: '$likeCount' },
      },
    },
  ])
  for await (const posts of byThread) {
    batch.push(posts)
    if (batch.length < THREADS_AT_ONCE) continue
    await addPosts(db, batch, counted)
    batch = []
  }
  await addPosts(db, batch, counted)
  return counted
}

/** A member's posts in a thread. */
interface PostsIn {
  _id: { authorId: number; threadId: number }
  posts: number
  likes: number
}
type MemberNumbers = Required<Omit<CounterNumbers, 'days'>>

const noNumbers = (): MemberNumbers => ({
  threads: 0,
  posts: 0,
  likes: 0,
  threadsIn: {},
  postsIn: {},
  likesIn: {},
})

/** Adds posts to the numbers of their authors, by the boards of their threads. */
async function addPosts(
  db: Pick<ThreadLogCollections, 'threads'>,
  batch: readonly PostsIn[],
  counted: ReadonlyMap<number, MemberNumbers>,
): Promise<void> {
  if (batch.length === 0) return
  const threads = await db.threads
    .find(
      { _id: { $in: batch.map(({ _id }) => _id.threadId) } },
      { projection: { boardId: 1, isDeleted: 1 } },
    )
    .toArray()
  const found = new Map(threads.map((thread) => [thread._id, thread]))
  for (const { _id, posts, likes } of batch) {
    const numbers = counted.get(_id.authorId)
    const thread = found.get(_id.threadId)
    if (!numbers || thread?.isDeleted) continue
    numbers.posts += posts
    numbers.likes += likes
    // Posts on their way to another thread are in no board.
    if (!thread) continue
    const { postsIn, likesIn } = numbers
    postsIn[thread.boardId] = (postsIn[thread.boardId] ?? 0) + posts
    if (likes > 0) likesIn[thread.boardId] = (likesIn[thread.boardId] ?? 0) + likes
  }
}
