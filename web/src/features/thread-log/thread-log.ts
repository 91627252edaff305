import { mayModerate } from '@forum/shared/policies'
import { type Post, type PublicPost, type Thread, type ThreadInList } from '@forum/shared/contract'
import { type ServerEvent, type ThreadCounters, type ThreadEventName } from '@forum/shared/events'
import { actorOf } from '../../lib/actor'
import { type ForumEventOf, type ForumState } from '../../store/slice'
import { excerptOf } from './excerpts'

type ThreadEvent = ForumEventOf<ThreadEventName>
type ThreadLog = ForumState['logs'][number]

/** Maximum number of held events: beyond it, `changes` reads them in one call. */
const HELD_MAX = 500

export function logOf(state: ForumState, threadId: number): ThreadLog {
  return (state.logs[threadId] ??= {
    seq: null,
    held: [],
    isBehind: false,
    postIds: {},
    pages: [],
    openPage: null,
  })
}

/**
 * Applies an event of a thread's log: an older or repeated one is dropped, the next one is applied, and one that
 * arrives before its turn is held until the gap is filled.
 */
export function applyThreadEvent(state: ForumState, message: ThreadEvent): void {
  const log = logOf(state, message.threadId)
  if (log.seq !== null && message.seq <= log.seq) return
  if (log.held.some((held) => held.seq === message.seq)) return
  if (log.held.length >= HELD_MAX) {
    log.held = []
    log.isBehind = true
  }
  log.held.push(message)
  applyHeldEvents(state, message.threadId)
}

/** Applies the held events up to the first gap; a gap leaves the log behind. */
export function applyHeldEvents(state: ForumState, threadId: number): void {
  const log = state.logs[threadId]
  if (!log || log.seq === null) return
  for (const message of [...log.held].sort((a, b) => a.seq - b.seq)) {
    if (message.seq <= log.seq) continue
    if (message.seq > log.seq + 1) {
      log.isBehind = true
      break
    }
    // The form waits for the response to its own reply before it shows the post.
    if (isReplyBeingSent(state, message)) break
    step(state, message)
    log.seq = message.seq
  }
  const { seq } = log
  log.held = log.held.filter((message) => message.seq > seq)
}

function isReplyBeingSent(state: ForumState, message: ThreadEvent): boolean {
  return (
    message.name === 'post:created' &&
    state.replies[message.threadId]?.status === 'sending' &&
    message.post.author.id === state.session.user?.id
  )
}

/**
 * Merges a post as known at `seq`, unless the store has it at a later `seq` or in a higher version. An event's post is
 * the same for every receiver, so the reader's own like is kept.
 */
function applyPost(state: ForumState, post: PublicPost | Post, seq: number): void {
  const known = state.posts[post.id]
  if (known && (known.seq > seq || known.version > post.version)) return
  const hidden = post.isDeleted && post.content === ''
  const keepsText = hidden && known && mayModerateThread(state, post.threadId)
  state.posts[post.id] = {
    likedByMe: known?.likedByMe ?? false,
    viewer: known?.viewer ?? null,
    ...post,
    // Events carry no text of a tombstone; a moderator still sees the text that is already known.
    ...(keepsText ? { content: known.content, attachments: known.attachments } : {}),
    seq,
  }
  state.users[post.author.id] = post.author
  logOf(state, post.threadId).postIds[post.number] = post.id
  // The quoted post may have changed while the response was in transit.
  const quoted = post.quotedPost && state.posts[post.quotedPost.id]
  if (quoted && quoted.seq > seq) quoteAs(state, post.id, quoted)
  for (const id of Object.values(logOf(state, post.threadId).postIds)) quoteAs(state, id, post)
}

/** Merges posts that a call returned as of a `seq` of their thread. */
export function applyPosts(state: ForumState, posts: readonly Post[], seq: number): void {
  for (const post of posts) applyPost(state, post, seq)
}

/** Updates quotes of a post to its current state. */
function quoteAs(state: ForumState, id: number, quoted: PublicPost): void {
  const post = state.posts[id]
  if (post?.quotedPost?.id !== quoted.id) return
  const content = quoted.isDeleted ? '' : excerptOf(quoted.content)
  post.quotedPost = { ...post.quotedPost, isDeleted: quoted.isDeleted, content }
}

function mayModerateThread(state: ForumState, threadId: number): boolean {
  const thread = state.threads[threadId]
  return thread !== undefined && mayModerate(actorOf(state.session.user), thread.boardId)
}

/** Merges a thread that a call returned; an older state never overwrites a newer one. */
export function applyThread(state: ForumState, thread: Thread | ThreadInList): void {
  const known = state.threads[thread.id]
  if (known && known.seq > thread.seq) {
    known.viewer ??= thread.viewer
    return
  }
  const { openingPost, ...row } = thread as Thread
  // Lists show an excerpt; the thread page shows the full text of the opening post.
  state.threads[thread.id] = openingPost && known ? { ...row, content: known.content } : row
  applyHint(state, thread.id)
}

/** Applies a list event whose `seq` the thread's log may not have reached; its changes apply until the log has. */
export function applyBump(state: ForumState, event: ServerEvent<'thread:bumped'>): void {
  const thread = state.threads[event.threadId]
  const hint = state.hints[event.threadId]
  if (!thread || event.seq <= thread.seq || (hint && event.seq <= hint.seq)) return
  state.hints[event.threadId] = { seq: event.seq, changes: { ...hint?.changes, ...event.changes } }
  applyHint(state, event.threadId)
}

function applyHint(state: ForumState, threadId: number): void {
  const thread = state.threads[threadId]
  const hint = state.hints[threadId]
  if (!thread || !hint) return
  if (hint.seq <= thread.seq) {
    state.hints[threadId] = null
    return
  }
  const { postCount, replyCount, lastPostAt, lastPostUser, ...changes } = hint.changes
  applyThreadChanges(state, threadId, changes)
  if (postCount !== undefined) thread.postCount = thread.post_count = postCount
  if (replyCount !== undefined) thread.replyCount = thread.reply_count = replyCount
  if (lastPostAt !== undefined) thread.lastPostAt = lastPostAt
  if (lastPostUser !== undefined) thread.lastPostUser = lastPostUser
}

/** Applies the absolute counters that an event carries. */
function applyCounters(state: ForumState, threadId: number, counters: ThreadCounters): void {
  const thread = state.threads[threadId]
  if (!thread || thread.seq > counters.seq) return
  Object.assign(thread, counters, { post_count: counters.postCount, reply_count: counters.replyCount })
  applyHint(state, threadId)
}

/** Merges a page of a thread that was read. */
export function applyThreadPage(
  state: ForumState,
  answer: { thread: Thread; posts: Post[] },
  page: number,
): void {
  const { thread, posts } = answer
  const log = logOf(state, thread.id)
  applyThread(state, thread)
  if (thread.openingPost) applyPost(state, thread.openingPost, thread.seq)
  for (const post of posts) applyPost(state, post, thread.seq)
  if (log.seq === null || thread.seq > log.seq) {
    // Other pages may lack changes that this one has, so they are read again when they are opened.
    log.pages = [page]
    log.isBehind = false
  } else if (!log.pages.includes(page)) log.pages.push(page)
  // The page was read before the newest applied event, so it may lack changes in between.
  if (log.seq !== null && thread.seq < log.seq) log.isBehind = true
  log.seq = thread.seq
  applyHeldEvents(state, thread.id)
}

/** Merges every change after a `seq`; the response must be complete. */
export function applyChanges(
  state: ForumState,
  answer: { seq: number; thread: Thread; posts: Post[] },
): void {
  const log = logOf(state, answer.thread.id)
  applyThread(state, answer.thread)
  for (const post of answer.posts) applyPost(state, post, answer.seq)
  log.seq = Math.max(log.seq ?? 0, answer.seq)
  log.isBehind = false
  applyHeldEvents(state, answer.thread.id)
}

type LogSteps = { [N in ThreadEventName]: (state: ForumState, event: ServerEvent<N>) => void }

const applyPostEvent = (state: ForumState, event: ServerEvent<'post:created'>): void => {
  applyPost(state, event.post, event.seq)
  const thread = state.threads[event.threadId]
  if (thread && event.post.isOpeningPost && thread.seq <= event.seq) {
    thread.isEdited = event.post.isEdited
    thread.editedAt = event.post.editedAt
  }
  applyCounters(state, event.threadId, event.thread)
}

/** How each event of a thread's log changes the state. */
const steps: LogSteps = {
  'post:created': applyPostEvent,
  'post:updated': applyPostEvent,
  'post:deleted': applyPostEvent,
  'post:restored': applyPostEvent,
  'post:liked': (state, event) => {
    const post = state.posts[event.postId]
    if (post && post.seq < event.seq) {
      post.likeCount = event.likeCount
      post.seq = event.seq
    }
    applyCounters(state, event.threadId, event.thread)
  },
  'thread:updated': (state, event) => {
    const thread = state.threads[event.threadId]
    if (!thread || thread.seq > event.seq) return
    applyThreadChanges(state, event.threadId, event.changes)
    thread.seq = event.seq
    applyHint(state, event.threadId)
  },
}

function step<N extends ThreadEventName>(state: ForumState, message: { name: N } & ServerEvent<N>): void {
  steps[message.name](state, message)
}

/** Applies a change of markers, title or board, in lists and on the thread page alike. */
function applyThreadChanges(
  state: ForumState,
  threadId: number,
  changes: ServerEvent<'thread:updated'>['changes'],
): void {
  const thread = state.threads[threadId]
  if (!thread) return
  if (changes.title !== undefined) thread.title = changes.title
  if (changes.isPinned !== undefined) thread.isPinned = changes.isPinned
  if (changes.isLocked !== undefined) thread.isLocked = changes.isLocked
  if (changes.isDeleted !== undefined) thread.isDeleted = changes.isDeleted
  if (changes.boardId === undefined || changes.boardId === thread.boardId) return
  thread.boardId = changes.boardId
  const board = state.boards[changes.boardId]
  if (board) {
    const { id, name, name_zh, displayName } = board
    thread.board = { id, name, name_zh, displayName }
  } else if (state.logs[threadId]) state.logs[threadId].isBehind = true
}

/** Merges a post from the response to a call, unless an event changed it during the call. */
export function applyReturnedPost(state: ForumState, post: Post, seqBefore: number | undefined): void {
  const known = state.posts[post.id]
  const { likedByMe, viewer } = post
  if (known && known.seq !== seqBefore) {
    state.posts[post.id] = { ...known, likedByMe, viewer }
    return
  }
  if (known && known.version > post.version) return
  state.posts[post.id] = { ...post, seq: known?.seq ?? 0 }
  logOf(state, post.threadId).postIds[post.number] = post.id
}
