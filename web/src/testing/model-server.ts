import {
  paginate,
  type Author,
  type MovedPost,
  type Post,
  type PublicPost,
  type PublicThread,
  type Thread,
  type UserSummary,
} from '@forum/shared/contract'
import { type ThreadCounters } from '@forum/shared/events'
import { PAGE_SIZE, QUOTE_LENGTH } from '@forum/shared/limits'
import { pageOfNumber } from '@forum/shared/pages'
import { aThread } from './boards'
import { excerpt } from '@forum/shared/markup'
import { type ThreadEvent } from '../state/thread-copy'

export const THREAD_ID = 1
export const BOARD = { id: 3, name: 'Feedback', name_zh: '意见反馈', displayName: '意见反馈' }

export function person(id: number): UserSummary {
  return { id, username: `member${id}`, displayName: `会员${id}`, avatar: null, role: 'user' }
}

const authorOf = (id: number): Author => ({
  ...person(id),
  postCount: 7,
  joinedAt: '2020-01-01T00:00:00.000Z',
  signature: '',
  status: 'active',
})

interface Stored {
  id: number
  number: number
  authorId: number
  content: string
  version: number
  likeCount: number
  isDeleted: boolean
  /** It is in another thread; its number stays taken. */
  isMoved: boolean
  quotedPostId: number | null
  createdAt: string
  editedAt: string | null
  editedById: number | null
  editNote?: string
  changedAt: number
}

/** A thread that follows the rules of `seq`, post numbers, tombstones and pages (docs/live.md). */
export class ModelServer {
  seq = 0
  private readonly posts: Stored[] = []
  private title = '标题'
  private isPinned = false
  private isLocked = false
  private isDeleted = false
  private moments = 0

  /** Larger gaps are not served as changes. */
  constructor(private readonly changesMax = 200) {
    this.seq = 1
    this.posts.push(this.stored(1, 1, '主楼', null))
  }

  private get opening(): Stored {
    const [opening] = this.posts
    if (!opening) throw new Error('a thread has an opening post')
    return opening
  }

  get lastNumber(): number {
    return this.posts.length
  }

  post(number: number): PublicPost | undefined {
    const stored = this.posts[number - 1]
    return stored && !stored.isMoved ? this.present(stored) : undefined
  }

  reply(authorId: number, content: string, quotedNumber: number | null = null): ThreadEvent {
    const quoted = quotedNumber === null ? undefined : this.posts[quotedNumber - 1]
    const quotedPostId = quoted && !quoted.isDeleted ? quoted.id : null
    this.seq += 1
    const stored = this.stored(this.posts.length + 1, authorId, content, quotedPostId)
    this.posts.push(stored)
    return this.message('post:created', stored)
  }

  edit(number: number, content: string, editorId = 2, editNote = ''): ThreadEvent | null {
    const stored = this.visiblePost(number)
    if (!stored) return null
    Object.assign(stored, {
      content,
      version: stored.version + 1,
      editedAt: this.moment(),
      editedById: editorId,
      editNote,
    })
    return this.changed('post:updated', stored)
  }

  remove(number: number): ThreadEvent | null {
    const stored = this.visiblePost(number)
    if (!stored || number === 1) return null
    stored.isDeleted = true
    return this.changed('post:deleted', stored)
  }

  /** Replies leave for another thread. */
  split(numbers: readonly number[]): ThreadEvent | null {
    const leaving = numbers.flatMap((number) => {
      const stored = this.posts[number - 1]
      return stored && number > 1 && !stored.isMoved ? stored : []
    })
    if (leaving.length === 0) return null
    this.seq += 1
    for (const stored of leaving) {
      stored.isMoved = true
      stored.version += 1
      stored.changedAt = this.seq
    }
    const moved = leaving.map(({ number, id }) => ({ number, postId: id }))
    return { name: 'posts:moved', ...this.envelope(), moved, thread: this.counters() }
  }

  /** A reply that has left comes back. */
  giveBack(number: number): ThreadEvent | null {
    const stored = this.posts[number - 1]
    if (!stored?.isMoved) return null
    stored.isMoved = false
    stored.version += 1
    return this.changed(stored.isDeleted ? 'post:updated' : 'post:restored', stored)
  }

  /** All posts leave for another thread. */
  merge(into: number): ThreadEvent {
    this.isDeleted = true
    this.seq += 1
    const changes = { isDeleted: true, mergedInto: into }
    return { name: 'thread:updated', ...this.envelope(), boardId: BOARD.id, changes }
  }

  restore(number: number): ThreadEvent | null {
    const stored = this.posts[number - 1]
    if (!stored?.isDeleted || stored.isMoved) return null
    stored.isDeleted = false
    return this.changed('post:restored', stored)
  }

  like(number: number): ThreadEvent | null {
    const stored = this.visiblePost(number)
    if (!stored) return null
    stored.likeCount += 1
    this.touch(stored)
    return {
      name: 'post:liked',
      ...this.envelope(),
      postId: stored.id,
      likeCount: stored.likeCount,
      thread: this.counters(),
    }
  }

  change(changes: {
    title?: string
    isPinned?: boolean
    isLocked?: boolean
    isDeleted?: boolean
    boardId?: number
  }): ThreadEvent {
    this.title = changes.title ?? this.title
    this.isPinned = changes.isPinned ?? this.isPinned
    this.isLocked = changes.isLocked ?? this.isLocked
    this.isDeleted = changes.isDeleted ?? this.isDeleted
    this.seq += 1
    return { name: 'thread:updated', ...this.envelope(), boardId: BOARD.id, changes }
  }

  /** Returns the last event as it is published while the thread is deleted. */
  withheld(): ThreadEvent {
    return {
      name: 'thread:updated',
      ...this.envelope(),
      boardId: BOARD.id,
      changes: {},
      isWithheld: true,
    }
  }

  /** GET /threads/:id; `thread` is the state read before its posts were. */
  readPage(
    page: number,
    thread = this.thread(),
  ): {
    thread: Thread
    posts: Post[]
    moved: MovedPost[]
    pagination: ReturnType<typeof paginate>
  } {
    const posts = this.posts.slice((page - 1) * PAGE_SIZE + 1, page * PAGE_SIZE + 1)
    return {
      thread: { ...thread, openingPost: this.forReader(this.opening) },
      ...this.withMoved(posts),
      pagination: paginate(page, PAGE_SIZE, thread.lastNumber - 1),
    }
  }

  /** GET /threads/:id/changes. */
  changesSince(since: number): {
    seq: number
    thread: Thread
    posts: Post[]
    moved: MovedPost[]
    complete: boolean
  } {
    const changed = this.posts.filter((stored) => stored.changedAt > since)
    return {
      seq: this.seq,
      thread: this.thread(),
      ...this.withMoved(changed.slice(0, this.changesMax)),
      complete: changed.length <= this.changesMax,
    }
  }

  thread(): PublicThread & { viewer: null } {
    const counters = this.counters()
    const { opening } = this
    return {
      ...aThread({ id: THREAD_ID }),
      title: this.title,
      content: opening.content,
      board: BOARD,
      boardId: BOARD.id,
      author: authorOf(opening.authorId),
      userId: opening.authorId,
      user_id: opening.authorId,
      createdAt: opening.createdAt,
      isPinned: this.isPinned,
      isFeatured: false,
      isLocked: this.isLocked,
      isDeleted: this.isDeleted,
      isEdited: opening.editedAt !== null,
      editedAt: opening.editedAt,
      openingPostId: opening.id,
      post_count: counters.postCount,
      reply_count: counters.replyCount,
      ...counters,
      answerId: null,
      viewer: null,
    }
  }

  private withMoved(posts: readonly Stored[]): { posts: Post[]; moved: MovedPost[] } {
    return {
      posts: posts.flatMap((stored) => (stored.isMoved ? [] : this.forReader(stored))),
      moved: posts.flatMap(({ isMoved, number, id }) => (isMoved ? { number, postId: id } : [])),
    }
  }

  forReader(stored: Stored): Post {
    return { ...this.present(stored), likedByMe: false, viewer: null }
  }

  private stored(number: number, authorId: number, content: string, quotedPostId: number | null): Stored {
    return {
      id: 100 + number,
      number,
      authorId,
      content,
      version: 1,
      likeCount: 0,
      isDeleted: false,
      isMoved: false,
      quotedPostId,
      createdAt: this.moment(),
      editedAt: null,
      editedById: null,
      changedAt: this.seq,
    }
  }

  private visiblePost(number: number): Stored | undefined {
    const stored = this.posts[number - 1]
    return stored?.isDeleted || stored?.isMoved ? undefined : stored
  }

  private touch(stored: Stored): void {
    this.seq += 1
    stored.changedAt = this.seq
  }

  private changed(name: 'post:updated' | 'post:deleted' | 'post:restored', stored: Stored): ThreadEvent {
    this.touch(stored)
    return this.message(name, stored)
  }

  private message(
    name: 'post:created' | 'post:updated' | 'post:deleted' | 'post:restored',
    stored: Stored,
  ): ThreadEvent {
    return { name, ...this.envelope(), post: this.present(stored), thread: this.counters() }
  }

  private envelope() {
    return { id: `event-${this.seq}`, at: this.moment(), threadId: THREAD_ID, seq: this.seq }
  }

  private counters(): ThreadCounters {
    const visiblePosts = this.posts.filter((stored) => !stored.isDeleted && !stored.isMoved)
    const newest = visiblePosts.at(-1) ?? this.opening
    return {
      seq: this.seq,
      postCount: visiblePosts.length,
      replyCount: Math.max(0, visiblePosts.length - 1),
      lastPostNumber: newest.number,
      lastNumber: this.lastNumber,
      totalPages: pageOfNumber(this.lastNumber),
      lastPostAt: newest.createdAt,
      lastPostUser: person(newest.authorId),
    }
  }

  private present(stored: Stored): PublicPost {
    const quoted = stored.isDeleted
      ? undefined
      : this.posts.find((candidate) => candidate.id === stored.quotedPostId)
    return {
      id: stored.id,
      threadId: THREAD_ID,
      number: stored.number,
      page: pageOfNumber(stored.number),
      isOpeningPost: stored.number === 1,
      content: stored.isDeleted ? '' : stored.content,
      author: authorOf(stored.authorId),
      createdAt: stored.createdAt,
      isEdited: stored.editedAt !== null,
      editedAt: stored.editedAt,
      editedBy: stored.editedById === null ? null : person(stored.editedById),
      ...(stored.editNote ? { editNote: stored.editNote } : {}),
      version: stored.version,
      isDeleted: stored.isDeleted,
      quotedPostId: stored.quotedPostId,
      quotedPost: quoted
        ? {
            id: quoted.id,
            number: quoted.number,
            author: person(quoted.authorId),
            content: quoted.isDeleted ? '' : excerpt(quoted.content, QUOTE_LENGTH),
            isDeleted: quoted.isDeleted,
          }
        : null,
      attachments: [],
      mentions: [],
      likeCount: stored.likeCount,
      deletedBy: stored.isDeleted ? 'author' : null,
    }
  }

  private moment(): string {
    this.moments += 1
    return new Date(Date.UTC(2026, 0, 1) + this.moments * 1_000).toISOString()
  }
}
