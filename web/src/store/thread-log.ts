import { PAGE_SIZE, QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { mayModerate, type Actor } from '@forum/shared/policies'
import {
  type CurrentUser,
  type Post,
  type PublicPost,
  type Thread,
  type ThreadInList,
} from '@forum/shared/contract'
import { type ServerEvent, type ThreadCounters, type ThreadEventName } from '@forum/shared/events'
import { type ForumState, type ThreadLog, type ThreadMessage, threadPageKey } from './state'

/** More news than this is not kept waiting: `changes` brings it in one piece. */
const HELD_MAX = 500

export function logOf(state: ForumState, threadId: number): ThreadLog {
  return (state.logs[threadId] ??= {
    seq: null,
    held: [],
    isBehind: false,
    floors: {},
    pages: [],
    openPage: null,
  })
}

/** Who the policies of the contract are asked about; whether one is muted the server alone knows. */
export function actorOf(user: CurrentUser | null): Actor | null {
  return user === null
    ? null
    : { id: user.id, role: user.role, moderatedBoardIds: user.moderatedBoardIds, isMuted: false }
}

/** The floors that stand on a page of 20 (contract §2). */
export function floorsOfPage(page: number): { first: number; last: number } {
  return { first: (page - 1) * PAGE_SIZE + 2, last: page * PAGE_SIZE + 1 }
}

export const pageOfFloor = (number: number): number => Math.max(1, Math.ceil((number - 1) / PAGE_SIZE))

/**
 * News of a thread's log: what is older or a repeat is dropped, what is next is applied, and what comes
 * before its turn is held until the gap is filled.
 */
export function takeThreadMessage(state: ForumState, message: ThreadMessage): void {
  const log = logOf(state, message.threadId)
  if (log.seq !== null && message.seq <= log.seq) return
  if (log.held.some((held) => held.seq === message.seq)) return
  if (log.held.length >= HELD_MAX) {
    log.held = []
    log.isBehind = true
  }
  log.held.push(message)
  applyHeld(state, message.threadId)
}

/** Applies what is held as far as there is no gap; a gap leaves the log behind. */
export function applyHeld(state: ForumState, threadId: number): void {
  const log = state.logs[threadId]
  if (!log || log.seq === null) return
  for (const message of [...log.held].sort((a, b) => a.seq - b.seq)) {
    if (message.seq <= log.seq) continue
    if (message.seq > log.seq + 1) {
      log.isBehind = true
      break
    }
    // One's own reply is shown by its own answer, which knows that it is the one being sent.
    if (isOwnReplyOnItsWay(state, message)) break
    step(state, message)
    log.seq = message.seq
  }
  const { seq } = log
  log.held = log.held.filter((message) => message.seq > seq)
}

function isOwnReplyOnItsWay(state: ForumState, message: ThreadMessage): boolean {
  return (
    message.name === 'post:created' &&
    state.replies[message.threadId]?.status === 'sending' &&
    message.post.author.id === state.session.user?.id
  )
}

/**
 * Takes in a post as known at `seq`; what is known later, or has a higher version, stays. An event's post
 * says nothing about its receiver: whether one likes it stays as it was.
 */
export function takePost(state: ForumState, post: PublicPost | Post, seq: number): void {
  const known = state.posts[post.id]
  if (known && (known.seq > seq || known.version > post.version)) return
  const hidden = post.isDeleted && post.content === ''
  const keepsText = hidden && known && mayModerateThread(state, post.threadId)
  state.posts[post.id] = {
    likedByMe: known?.likedByMe ?? false,
    viewer: known?.viewer ?? null,
    ...post,
    // Events are written for everyone; a moderator goes on seeing what a tombstone covers.
    ...(keepsText ? { content: known.content, attachments: known.attachments } : {}),
    seq,
  }
  state.users[post.author.id] = post.author
  logOf(state, post.threadId).floors[post.number] = post.id
  // An answer may have been on its way while the post it quotes changed.
  const quoted = post.quotedPost && state.posts[post.quotedPost.id]
  if (quoted && quoted.seq > seq) quoteAs(state, post.id, quoted)
  for (const id of Object.values(logOf(state, post.threadId).floors)) quoteAs(state, id, post)
}

/** Quotes show the quoted post as it is now. */
function quoteAs(state: ForumState, id: number, quoted: PublicPost): void {
  const post = state.posts[id]
  if (post?.quotedPost?.id !== quoted.id) return
  const content = quoted.isDeleted ? '' : excerpt(quoted.content, QUOTE_LENGTH)
  post.quotedPost = { ...post.quotedPost, isDeleted: quoted.isDeleted, content }
}

function mayModerateThread(state: ForumState, threadId: number): boolean {
  const thread = state.threads[threadId]
  return thread !== undefined && mayModerate(actorOf(state.session.user), thread.boardId)
}

/** Takes in a thread as a call answered it; an older state never overwrites a newer one. */
export function takeThread(state: ForumState, thread: Thread | ThreadInList): void {
  const known = state.threads[thread.id]
  if (known && known.seq > thread.seq) {
    known.viewer ??= thread.viewer
    return
  }
  const { openingPost, ...row } = thread as Thread
  // A list shows an excerpt; the thread's page takes the text from its opening post.
  state.threads[thread.id] = openingPost && known ? { ...row, content: known.content } : row
  applyHint(state, thread.id)
}

/** Lists are told of changes that a thread's log here may not have reached: they show until it has. */
export function takeHint(state: ForumState, event: ServerEvent<'thread:bumped'>): void {
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
  takeThreadChanges(state, threadId, changes)
  if (postCount !== undefined) thread.postCount = thread.post_count = postCount
  if (replyCount !== undefined) thread.replyCount = thread.reply_count = replyCount
  if (lastPostAt !== undefined) thread.lastPostAt = lastPostAt
  if (lastPostUser !== undefined) thread.lastPostUser = lastPostUser
}

/** Takes in the absolute counters that come with an event. */
export function takeCounters(state: ForumState, threadId: number, counters: ThreadCounters): void {
  const thread = state.threads[threadId]
  if (!thread || thread.seq > counters.seq) return
  Object.assign(thread, counters, { post_count: counters.postCount, reply_count: counters.replyCount })
  applyHint(state, threadId)
}

/** Takes in a page of a thread as it was read. */
export function takeThreadPage(
  state: ForumState,
  answer: { thread: Thread; posts: Post[] },
  page: number,
): void {
  const { thread, posts } = answer
  const log = logOf(state, thread.id)
  takeThread(state, thread)
  if (thread.openingPost) takePost(state, thread.openingPost, thread.seq)
  for (const post of posts) takePost(state, post, thread.seq)
  if (log.seq === null || thread.seq > log.seq) {
    // Other pages may lack what this one has: they are read again when they are opened.
    log.pages = [page]
    log.isBehind = false
  } else if (!log.pages.includes(page)) log.pages.push(page)
  // Read before the newest news that was applied: what lies between may be missing on this page.
  if (log.seq !== null && thread.seq < log.seq) log.isBehind = true
  log.seq = thread.seq
  state.threadPages[threadPageKey(thread.id, page)] = { status: 'ready', error: null }
  applyHeld(state, thread.id)
}

/** Takes in everything that changed after some `seq`; the answer must be complete. */
export function takeChanges(state: ForumState, answer: { seq: number; thread: Thread; posts: Post[] }): void {
  const log = logOf(state, answer.thread.id)
  takeThread(state, answer.thread)
  for (const post of answer.posts) takePost(state, post, answer.seq)
  log.seq = Math.max(log.seq ?? 0, answer.seq)
  log.isBehind = false
  applyHeld(state, answer.thread.id)
}

type LogHandlers = { [N in ThreadEventName]: (state: ForumState, event: ServerEvent<N>) => void }

const takeEventOfPost = (state: ForumState, event: ServerEvent<'post:created'>): void => {
  takePost(state, event.post, event.seq)
  const thread = state.threads[event.threadId]
  if (thread && event.post.isOpeningPost && thread.seq <= event.seq) {
    thread.isEdited = event.post.isEdited
    thread.editedAt = event.post.editedAt
  }
  takeCounters(state, event.threadId, event.thread)
}

/** What each step of a thread's log does to the page's copy. */
export const threadLogHandlers: LogHandlers = {
  'post:created': (state, event) => {
    takeEventOfPost(state, event)
    const typing = state.typing[event.threadId]
    if (typing) state.typing[event.threadId] = typing.filter(({ user }) => user.id !== event.post.author.id)
  },
  'post:updated': takeEventOfPost,
  'post:deleted': takeEventOfPost,
  'post:restored': takeEventOfPost,
  'post:liked': (state, event) => {
    const post = state.posts[event.postId]
    if (post && post.seq < event.seq) {
      post.likeCount = event.likeCount
      post.seq = event.seq
    }
    takeCounters(state, event.threadId, event.thread)
  },
  'thread:updated': (state, event) => {
    const thread = state.threads[event.threadId]
    if (!thread || thread.seq > event.seq) return
    takeThreadChanges(state, event.threadId, event.changes)
    thread.seq = event.seq
    applyHint(state, event.threadId)
  },
}

function step<N extends ThreadEventName>(state: ForumState, message: { name: N } & ServerEvent<N>): void {
  threadLogHandlers[message.name](state, message)
}

/** Changed markers, title and place of a thread, in lists and on its page alike. */
export function takeThreadChanges(
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
