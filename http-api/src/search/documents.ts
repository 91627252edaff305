import { searchText } from '@forum/shared/markup'
import type { PostDoc, ThreadDoc, ThreadLogCollections } from '../log'
import { publicAuthorId } from '../members'
import type { Change } from './index-store'
import type { IndexedPost } from './segment'
import type { ThreadState } from './thread-table'

/** A post as it is now: null in the place of one that is deleted. */
export interface CurrentPost {
  post: number
  seq: number
  document: IndexedPost | null
}

/** The current state of what has changed. */
export interface CurrentState {
  threads: ThreadState[]
  posts: CurrentPost[]
}

type Db = Pick<ThreadLogCollections, 'threads' | 'posts'>
type ThreadRow = Pick<
  ThreadDoc,
  '_id' | 'seq' | 'boardId' | 'isDeleted' | 'postCount' | 'lastPostAt' | 'title' | 'openingPostId'
>
type PostRow = Pick<
  PostDoc,
  '_id' | 'threadId' | 'number' | 'authorId' | 'content' | 'createdAt' | 'isDeleted'
>

const STATE = { seq: 1, boardId: 1, isDeleted: 1, postCount: 1, lastPostAt: 1 } as const
const POST = { threadId: 1, number: 1, authorId: 1, content: 1, createdAt: 1, isDeleted: 1 } as const
const THREADS_AT_ONCE = 1_000
const POSTS_AT_ONCE = 200

const stateOf = (row: Omit<ThreadRow, 'title' | 'openingPostId'>): ThreadState => ({
  thread: row._id,
  seq: row.seq,
  boardId: row.boardId,
  isDeleted: row.isDeleted,
  replies: Math.max(0, row.postCount - 1),
  lastPostAt: row.lastPostAt.getTime(),
})

/**
 * Reads changed posts and threads as they are now. Threads are read first, so that a post is at least as new as the seq
 * of its thread says.
 */
export async function readCurrent(db: Db, changes: readonly Change[]): Promise<CurrentState> {
  const threadIds = [...new Set(changes.map(({ threadId }) => threadId))]
  const threads = await db.threads
    .find<ThreadRow>({ _id: { $in: threadIds } }, { projection: { ...STATE, title: 1, openingPostId: 1 } })
    .toArray()
  const byId = new Map(threads.map((thread) => [thread._id, thread]))
  const postIds = new Set<number>()
  for (const { threadId, postId, isTitle } of changes) {
    const opening = byId.get(threadId)?.openingPostId
    if (postId !== null) postIds.add(postId)
    if (isTitle && opening !== undefined) postIds.add(opening)
  }
  const rows =
    postIds.size === 0
      ? []
      : await db.posts.find<PostRow>({ _id: { $in: [...postIds] } }, { projection: POST }).toArray()
  const posts = rows.flatMap((row): CurrentPost[] => {
    const thread = byId.get(row.threadId)
    if (!thread) return []
    const document: IndexedPost = {
      post: row._id,
      thread: row.threadId,
      author: publicAuthorId(row.authorId),
      time: row.createdAt.getTime(),
      seq: thread.seq,
      title: row.number === 1 ? thread.title : null,
      text: searchText(row.content),
    }
    return [{ post: row._id, seq: thread.seq, document: row.isDeleted ? null : document }]
  })
  return { threads: threads.map(stateOf), posts }
}

/** Reads the state of all threads. */
export async function* allThreads(db: Pick<ThreadLogCollections, 'threads'>): AsyncGenerator<ThreadState> {
  const cursor = db.threads.find({}, { projection: STATE, batchSize: THREADS_AT_ONCE })
  for await (const row of cursor) yield stateOf(row)
}

/** Reads all posts after one as they are now, in order, some at a time. */
export async function* allPosts(db: Db, after = 0): AsyncGenerator<CurrentPost[]> {
  for (let last = after; ;) {
    const rows = await db.posts
      .find<Pick<PostRow, '_id' | 'threadId'>>(
        { _id: { $gt: last } },
        { projection: { threadId: 1 }, sort: { _id: 1 }, limit: POSTS_AT_ONCE },
      )
      .toArray()
    const end = rows.at(-1)
    if (!end) return
    last = end._id
    const changes = rows.map(({ _id, threadId }) => ({ postId: _id, threadId, seq: 0, isTitle: false }))
    yield (await readCurrent(db, changes)).posts
  }
}
