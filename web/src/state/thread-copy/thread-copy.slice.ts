import { mayModerate } from '@forum/shared/policies'
import {
  type Author,
  type MovedPost,
  type Post,
  type PublicPost,
  type Thread,
  type ThreadInList,
} from '@forum/shared/contract'
import { type ServerEvent, type ThreadCounters, type ThreadEventName } from '@forum/shared/events'
import { actorOf } from '../../lib/actor'
import { defineSlice, sessionSlice, type Write } from '../../store'
import { boardIn } from '../board-copy'
import { isBeingSent } from '../drafts'
import { type CopiedLog, type ThreadCopy, type ThreadEvent } from './entities'
import { excerptOf } from './excerpts'
import { replyPlace } from './own-reply'
import { countChange, type CountedChange } from './unread-posts'

const onThreadEvent = (_state: ThreadCopy, event: ThreadEvent, { write }: { write: Write }): void => {
  applyThreadEvent(write, event)
}

/** The entities of threads, kept up to date by their logs; lists and the thread page show the same ones. */
export const threadCopySlice = defineSlice(
  'threadCopy',
  (): ThreadCopy => ({
    users: {},
    threads: {},
    posts: {},
    left: {},
    logs: {},
    hints: {},
    likes: 0,
    likedAt: {},
    elsewhere: {},
    pages: {},
  }),
  {
    on: {
      'post:created': onThreadEvent,
      'post:updated': onThreadEvent,
      'post:deleted': onThreadEvent,
      'post:restored': onThreadEvent,
      'post:liked': onThreadEvent,
      'posts:moved': onThreadEvent,
      'thread:updated': onThreadEvent,
      'member:changed': (state, { author }) => {
        const { [author.id]: shown } = state.users
        if (shown) {
          const { status, signature, avatar, displayName } = author
          Object.assign(shown, { status, signature, avatar, displayName })
        }
      },
      'notification:created': ({ posts }, { notification: { kind, postId } }) => {
        const { viewer = null } = posts[postId ?? 0] ?? {}
        if (kind === 'coauthor' && viewer) viewer.isInvited = true
      },
      resync: (state) => {
        for (const log of Object.values(state.logs)) log.isBehind = true
      },
    },
  },
)

const copyIn = (write: Write): ThreadCopy => write(threadCopySlice)

/** Maximum number of held events: beyond it, `changes` loads them in one call. */
const HELD_MAX = 500

export function logOf(write: Write, threadId: number): CopiedLog {
  return (copyIn(write).logs[threadId] ??= {
    seq: null,
    held: [],
    isBehind: false,
    postIds: {},
    moved: {},
    pages: [],
    openPage: null,
  })
}

/**
 * Applies an event of a thread's log: an older or repeated one is dropped, the next one is applied, and one that
 * arrives too early is held until the gap is filled.
 */
export function applyThreadEvent(write: Write, message: ThreadEvent): void {
  const log = logOf(write, message.threadId)
  if (log.seq !== null && message.seq <= log.seq) return
  if (log.held.some((held) => held.seq === message.seq)) return
  if (log.held.length >= HELD_MAX) {
    log.held = []
    log.isBehind = true
  }
  log.held.push(message)
  applyHeldEvents(write, message.threadId)
}

/**
 * Applies the held events up to the first gap, or up to one that does not say what changed; both leave the log behind.
 */
export function applyHeldEvents(write: Write, threadId: number): void {
  const log = copyIn(write).logs[threadId]
  if (!log || log.seq === null) return
  for (const message of [...log.held].sort((a, b) => a.seq - b.seq)) {
    if (message.seq <= log.seq) continue
    if (message.seq > log.seq + 1 || (message.name === 'thread:updated' && message.isWithheld)) {
      log.isBehind = true
      break
    }
    // The form waits for the response to its own reply before it shows the post.
    if (isReplyBeingSent(write, message)) break
    applyEvent(write, message)
    log.seq = message.seq
  }
  const { seq } = log
  log.held = log.held.filter((message) => message.seq > seq)
}

function isReplyBeingSent(write: Write, message: ThreadEvent): boolean {
  return (
    message.name === 'post:created' &&
    message.post.author.id === write(sessionSlice).user?.id &&
    isBeingSent(write, replyPlace(write, message.threadId))
  )
}

/**
 * Merges a post in its state at `seq`, unless the store has it at a later `seq` or in a higher version. An event's post
 * is the same for every receiver, so the reader's own like is kept; a load keeps a like that is newer than its start.
 *
 * @param likes - the number of the reader's last like when the load began
 */
function applyPost(write: Write, post: PublicPost | Post, seq: number, likes = Infinity): void {
  const { [post.id]: stored } = copyIn(write).posts
  // The seqs of two threads cannot be compared: the post is in the thread with the higher version.
  const isElsewhere = stored !== undefined && stored.threadId !== post.threadId
  if (stored && (stored.version > post.version || (!isElsewhere && stored.seq > seq))) return
  // A response may be older than the event that moved the post away.
  if ((logOf(write, post.threadId).moved[post.number]?.seq ?? 0) > seq) return
  if (isElsewhere)
    removeMoved(write, stored.threadId, [{ number: stored.number, postId: stored.id }], stored.seq)
  const { posts, users, likedAt, left } = copyIn(write)
  const own = stored ?? left[post.id]
  const hidden = post.isDeleted && post.content === ''
  const keepsText = hidden && stored && mayModerateThread(write, post.threadId)
  posts[post.id] = {
    likedByMe: own?.likedByMe ?? false,
    viewer: own?.viewer ?? null,
    ...post,
    // Events have no text of a tombstone; a moderator still sees the text that was loaded before.
    ...(keepsText ? { content: stored.content, attachments: stored.attachments } : {}),
    ...(own && (likedAt[post.id] ?? 0) > likes ? { likedByMe: own.likedByMe } : {}),
    seq,
  }
  if (!post.author.isAnonymous) users[post.author.id] = post.author
  const { postIds, moved } = logOf(write, post.threadId)
  postIds[post.number] = post.id
  if (moved[post.number]) moved[post.number] = null
  // The quoted post may have changed while the response was in transit.
  const quoted = post.quotedPost && posts[post.quotedPost.id]
  if (quoted && quoted.seq > seq) quoteAs(posts, post.id, quoted)
  for (const id of Object.values(postIds)) quoteAs(posts, id, post)
}

/**
 * Removes posts that have moved to another thread from their former places; the store may have them in the other thread
 * already.
 */
function removeMoved(write: Write, threadId: number, left: readonly MovedPost[], seq: number): void {
  if (left.length === 0) return
  const copy = copyIn(write)
  const log = logOf(write, threadId)
  const isGone = new Set(left.map(({ number }) => number))
  const movedPosts = Object.values(copy.posts).filter(
    (post) => post.threadId === threadId && isGone.has(post.number),
  )
  for (const { id, likedByMe, viewer } of movedPosts) copy.left[id] = { likedByMe, viewer }
  copy.posts = without(copy.posts, new Set(movedPosts.map(({ id }) => id)))
  log.postIds = without(log.postIds, isGone)
  for (const { number, postId } of left) log.moved[number] = { postId, seq }
}

const without = <Value>(record: Record<number, Value>, keys: ReadonlySet<number>): Record<number, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(Number(key))))

/** Merges posts that a call returned as of a `seq` of their thread. */
export function applyPosts(write: Write, posts: readonly Post[], seq: number): void {
  for (const post of posts) applyPost(write, post, seq)
}

/** Updates quotes of a post to its current state. */
function quoteAs(posts: ThreadCopy['posts'], id: number, quoted: PublicPost): void {
  const post = posts[id]
  if (post?.quotedPost?.id !== quoted.id) return
  const content = quoted.isDeleted ? '' : excerptOf(quoted.content)
  const { id: authorId, username, displayName, avatar, role, isAnonymous } = quoted.author
  const author = { id: authorId, username, displayName, avatar, role, ...(isAnonymous && { isAnonymous }) }
  post.quotedPost = { ...post.quotedPost, author, isDeleted: quoted.isDeleted, content }
}

function mayModerateThread(write: Write, threadId: number): boolean {
  const thread = copyIn(write).threads[threadId]
  return thread !== undefined && mayModerate(actorOf(write(sessionSlice).user), thread.boardId)
}

/** Merges a thread that a call returned; an older state never overwrites a newer one. */
export function applyThread(write: Write, thread: Thread | ThreadInList): void {
  const stored = copyIn(write).threads[thread.id]
  if (stored && stored.seq > thread.seq) {
    stored.viewer ??= thread.viewer
    return
  }
  const { openingPost, ...row } = thread as Thread
  // List responses lack the reader's own writing state.
  if (row.viewer && stored?.viewer) row.viewer = { ...stored.viewer, ...row.viewer }
  // Lists show an excerpt; the thread page shows the full text of the opening post.
  copyIn(write).threads[thread.id] = openingPost && stored ? { ...row, content: stored.content } : row
  applyHint(write, thread.id)
}

/** Applies a list event whose `seq` the thread's log may not have reached; its changes apply until the log has. */
export function applyBump(write: Write, event: ServerEvent<'thread:bumped'>): void {
  const thread = copyIn(write).threads[event.threadId]
  const hint = copyIn(write).hints[event.threadId]
  if (!thread || event.seq <= thread.seq || (hint && event.seq <= hint.seq)) return
  copyIn(write).hints[event.threadId] = { seq: event.seq, changes: { ...hint?.changes, ...event.changes } }
  applyHint(write, event.threadId)
}

function applyHint(write: Write, threadId: number): void {
  const thread = copyIn(write).threads[threadId]
  const hint = copyIn(write).hints[threadId]
  if (!thread || !hint) return
  if (hint.seq <= thread.seq) {
    copyIn(write).hints[threadId] = null
    return
  }
  const { postCount, replyCount, lastPostAt, lastPostUser, lastPostNumber, ...changes } = hint.changes
  applyThreadChanges(write, threadId, changes)
  if (lastPostNumber !== undefined) {
    const isOwn = lastPostUser !== undefined && lastPostUser.id === write(sessionSlice).user?.id
    const added = (postCount ?? 0) - thread.postCount
    const { lastPostNumber: before } = thread
    // Counts as the next load of the list will; the event has only the number of posts and the newest one. Only for the
    // newest is it known whether a deleted one was unread.
    const counted =
      added < 0 && lastPostNumber < before
        ? ({ change: 'deleted', number: before, added } as const)
        : ({ change: 'created', number: lastPostNumber, added: Math.max(1, added) } as const)
    countChange(thread, { ...counted, isOwn, lastPostNumber, nextAfter: Number })
    thread.lastPostNumber = lastPostNumber
  }
  if (postCount !== undefined) thread.postCount = thread.post_count = postCount
  if (replyCount !== undefined) thread.replyCount = thread.reply_count = replyCount
  if (lastPostAt !== undefined) thread.lastPostAt = lastPostAt
  if (lastPostUser !== undefined) thread.lastPostUser = lastPostUser
}

/** Applies the absolute counters that an event carries. */
function applyCounters(write: Write, threadId: number, counters: ThreadCounters): void {
  const thread = copyIn(write).threads[threadId]
  if (!thread || thread.seq > counters.seq) return
  Object.assign(thread, counters, { post_count: counters.postCount, reply_count: counters.replyCount })
  applyHint(write, threadId)
}

/** Records whether the reader likes a post, at the start and at the end of the call that sets it. */
export function noteOwnLike(write: Write, postId: number, liked: boolean): void {
  const copy = copyIn(write)
  const post = copy.posts[postId] ?? copy.left[postId]
  if (!post) return
  copy.likes += 1
  post.likedByMe = liked
  copy.likedAt[postId] = copy.likes
}

/** Merges a page of a thread; `likes` is the number of the reader's last like when the load began. */
export function applyThreadPage(
  write: Write,
  answer: { thread: Thread; posts: Post[]; moved: MovedPost[] },
  page: number,
  likes?: number,
): void {
  const { thread, posts, moved } = answer
  const log = logOf(write, thread.id)
  if (log.seq === null || thread.seq >= log.seq) removeMoved(write, thread.id, moved, thread.seq)
  applyThread(write, thread)
  if (thread.openingPost) applyPost(write, thread.openingPost, thread.seq, likes)
  for (const post of posts) applyPost(write, post, thread.seq, likes)
  if (log.seq === null || thread.seq > log.seq) {
    // Other pages may lack changes that this one has, so they are loaded again when they are opened.
    log.pages = [page]
    log.isBehind = false
  } else if (!log.pages.includes(page)) log.pages.push(page)
  // The page is older than the newest applied event, so it may lack changes in between.
  if (log.seq !== null && thread.seq < log.seq) log.isBehind = true
  log.seq = thread.seq
  applyHeldEvents(write, thread.id)
}

/** Merges every change after a `seq`, as `applyThreadPage` merges a page; the response must be complete. */
export function applyChanges(
  write: Write,
  answer: { seq: number; thread: Thread; posts: Post[]; moved: MovedPost[] },
  likes?: number,
): void {
  const log = logOf(write, answer.thread.id)
  if (log.seq === null || answer.seq >= log.seq)
    removeMoved(write, answer.thread.id, answer.moved, answer.seq)
  applyThread(write, answer.thread)
  for (const post of answer.posts) applyPost(write, post, answer.seq, likes)
  log.seq = Math.max(log.seq ?? 0, answer.seq)
  log.isBehind = false
  applyHeldEvents(write, answer.thread.id)
}

type ByName = { [N in ThreadEventName]: (write: Write, event: ServerEvent<N>) => void }

/** Returns a function that applies an event that adds a post to a thread or removes one. */
const countingEvent =
  (change: CountedChange['change']) =>
  (write: Write, event: ServerEvent<'post:created'>): void => {
    const thread = copyIn(write).threads[event.threadId]
    const { number, author } = event.post
    const { lastPostNumber } = event.thread
    // A row loaded at this seq includes the event.
    if (thread && thread.seq < event.seq) {
      const isOwn = author.id === write(sessionSlice).user?.id
      const nextAfter = (after: number) =>
        firstUndeleted(write, { id: event.threadId, lastPostNumber }, after)
      countChange(thread, {
        change,
        number,
        added: change === 'deleted' ? -1 : 1,
        isOwn,
        lastPostNumber,
        nextAfter,
      })
    }
    applyPostEvent(write, event)
  }

/** Returns the number of the first post of a thread after `after` that is not known to be deleted. */
export function firstUndeleted(
  write: Write,
  { id, lastPostNumber }: Pick<ThreadInList, 'id' | 'lastPostNumber'>,
  after: number,
): number {
  const { posts } = copyIn(write)
  const { postIds } = logOf(write, id)
  let number = after + 1
  while (number < lastPostNumber && posts[postIds[number] ?? 0]?.isDeleted === true) number += 1
  return number
}

const applyPostEvent = (write: Write, event: ServerEvent<'post:created'>): void => {
  applyPost(write, event.post, event.seq)
  const thread = copyIn(write).threads[event.threadId]
  if (thread && event.post.isOpeningPost && thread.seq <= event.seq) {
    thread.isEdited = event.post.isEdited
    thread.editedAt = event.post.editedAt
  }
  applyCounters(write, event.threadId, event.thread)
}

/** The change that each event of a thread's log makes to the copy. */
const byName: ByName = {
  'post:created': countingEvent('created'),
  'post:updated': applyPostEvent,
  'post:deleted': countingEvent('deleted'),
  'post:restored': countingEvent('restored'),
  'post:liked': (write, event) => {
    const post = copyIn(write).posts[event.postId]
    if (post && post.seq < event.seq) {
      post.likeCount = event.likeCount
      post.seq = event.seq
    }
    applyCounters(write, event.threadId, event.thread)
  },
  'posts:moved': (write, event) => {
    removeMoved(write, event.threadId, event.moved, event.seq)
    applyCounters(write, event.threadId, event.thread)
  },
  'thread:updated': (write, event) => {
    const thread = copyIn(write).threads[event.threadId]
    if (!thread || thread.seq > event.seq) return
    applyThreadChanges(write, event.threadId, event.changes)
    const { poll, mergedInto } = event.changes
    if (poll !== undefined) thread.poll = poll
    if (mergedInto !== undefined) thread.mergedInto = mergedInto
    thread.seq = event.seq
    applyHint(write, event.threadId)
  },
}

function applyEvent<N extends ThreadEventName>(write: Write, message: { name: N } & ServerEvent<N>): void {
  byName[message.name](write, message)
}

/** Applies a change of markers, title or board, in lists and on the thread page alike. */
function applyThreadChanges(
  write: Write,
  threadId: number,
  changes: ServerEvent<'thread:updated'>['changes'],
): void {
  const thread = copyIn(write).threads[threadId]
  if (!thread) return
  const { boardId = thread.boardId, ...others } = changes
  Object.assign(thread, others)
  if (boardId === thread.boardId) return
  thread.boardId = boardId
  const board = boardIn(write, boardId)
  if (board) {
    const { id, name, name_zh, displayName, isOpen, showsEdits } = board
    thread.board = { id, name, name_zh, displayName }
    if (isOpen) delete thread.isClosed
    else thread.isClosed = true
    if (showsEdits) thread.showsEdits = true
    else delete thread.showsEdits
    return
  }
  const log = copyIn(write).logs[threadId]
  if (log) log.isBehind = true
}

/** Merges a post from the response to a call, unless an event changed it during the call. */
export function applyReturnedPost(write: Write, post: Post, seqBefore: number | undefined): void {
  const stored = copyIn(write).posts[post.id]
  const { likedByMe, viewer } = post
  if (stored && stored.seq !== seqBefore) {
    copyIn(write).posts[post.id] = { ...stored, likedByMe, viewer }
    return
  }
  if (stored && stored.version > post.version) return
  const { postIds, moved } = logOf(write, post.threadId)
  // The post has moved to another thread meanwhile.
  if (moved[post.number]) return
  copyIn(write).posts[post.id] = { ...post, seq: stored?.seq ?? 0 }
  postIds[post.number] = post.id
}

/** Updates a member's profile on the loaded posts. */
export function applyAuthor(
  write: Write,
  { id, ...profile }: Pick<Author, 'id' | 'displayName' | 'avatar' | 'signature'>,
): void {
  const shown = copyIn(write).users[id]
  if (shown) Object.assign(shown, profile)
}
