import {
  deleteEvent,
  editEvent,
  newThreadEvent,
  replyEvent,
  threadChangeEvent,
  threadDeletionEvent,
  type ThreadHistory,
} from '@forum/http-api'
import { CONTENT_MAX, POLL_OPTIONS_MAX, POLL_TEXT_MAX, TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, cutCharacters } from '@forum/shared/text'
import { convertBbcode, type BbcodeContext } from './bbcode'
import type { ImportReport } from './report'
import { number, text, time, title, type Row } from './source'
import type { LoadedAttachment } from './target'
import { htmlToBbcode, shownLine } from './text'

/** A thread of the old forum with everything that belongs to it. */
export interface OldThread {
  row: Row
  /** In any order. */
  posts: readonly Row[]
  poll: Row | null
  pollOptions: readonly Row[]
  /** By the id of the post. */
  attachments: ReadonlyMap<number, readonly { aid: number; file: LoadedAttachment }[]>
}

export interface ThreadContext {
  /** Returns the member who wrote a post, a placeholder for guests and deleted authors. */
  authorOf: (post: Row) => number
  nameOf: (memberId: number) => string
  usernameOf: (uid: number) => string | null
  /** True if a board has this type of threads. */
  hasType: (boardId: number, type: string) => boolean
  smilies: ReadonlySet<string>
  siteUrl: string
  /** The author of posts by guests, and the actor of what moderators did. */
  guestId: number
  anonymousId: number
  startedAt: Date
  report: ImportReport
}

const RECYCLED = -1
const SPECIAL_POLL = 1
/** A question whose price is the reward for its answer. */
const SPECIAL_REWARD = 3
/** A post whose text moderators have shielded. */
const SHIELDED = 1

/**
 * The posts in order, the opening post first. Numbers are those of the old forum where these increase; merged threads
 * and old versions have some that do not.
 */
export function numbered(posts: readonly Row[]): { post: Row; number: number }[] {
  const sorted = [...posts].sort(
    (a, b) =>
      number(b, 'first') - number(a, 'first') ||
      number(a, 'position') - number(b, 'position') ||
      number(a, 'dateline') - number(b, 'dateline') ||
      number(a, 'pid') - number(b, 'pid'),
  )
  let last = 0
  return sorted.map((post) => {
    last = last === 0 ? 1 : Math.max(last + 1, number(post, 'position'))
    return { post, number: last }
  })
}

/** Fills a history with a thread of the old forum. Returns false if it has no opening post. */
export function convertThread(history: ThreadHistory, old: OldThread, context: ThreadContext): boolean {
  const { row, poll } = old
  const { report, guestId, anonymousId } = context
  const { threadId } = history
  const all = numbered(old.posts)
  const [opening, ...replies] = all
  if (!opening) return false
  const inThread = new Map(all.map(({ post }) => [number(post, 'pid'), post]))
  const convert = (post: Row) => {
    const pid = number(post, 'pid')
    const authorId = context.authorOf(post)
    if (authorId === guestId) report.lose('guestPosts', `post ${pid}`)
    if (authorId === anonymousId) report.lose('anonymousPosts', `post ${pid}`)
    return { postId: pid, ...content(post, inThread, old, context) }
  }
  const since = firstTime(old, context)
  const at = (post: Row): Date => {
    const written = time(post, 'dateline')
    if (written === null) report.lose('noTime', `post ${number(post, 'pid')}`)
    return written ?? history.folded.thread?.lastPostAt ?? since
  }
  const thread = () => {
    if (!history.folded.thread) throw new Error(`thread ${threadId} has not begun`)
    return history.folded.thread
  }
  const subject = (of: Row) => shownLine(title(of, 'subject'), TITLE_MAX)
  const name = subject(row) || subject(opening.post) || `主题 ${threadId}`
  const { quotedPostId: _, open, ...openingPost } = convert(opening.post)
  history.add(
    newThreadEvent(history.context(context.authorOf(opening.post), at(opening.post)), {
      threadId,
      boardId: number(row, 'fid'),
      title: name,
      type: context.hasType(number(row, 'fid'), String(number(row, 'typeid')))
        ? String(number(row, 'typeid'))
        : null,
      poll: poll === null ? null : pollOf(old, poll, name, context),
      ...openingPost,
    }),
  )
  conceal(history, openingPost.postId, open, report)
  for (const { post, number: position } of replies) {
    // The next number is one more than the last one that the thread has given.
    const numberedThread = { ...thread(), lastNumber: position - 1 }
    const { open: openReply, ...reply } = convert(post)
    history.add(replyEvent(history.context(context.authorOf(post), at(post)), numberedThread, reply))
    conceal(history, reply.postId, openReply, report)
  }
  const end = thread().lastPostAt
  for (const { post } of replies) {
    if (isHidden(post)) hide(history, number(post, 'pid'), guestId, report, end)
  }
  addMarks(history, old, context, end, isHidden(opening.post))
  thread().viewCount = number(row, 'views')
  return true
}

/** True if a text has the tag that hides the whole post from readers without the password. */
const hasPassword = (lower: string): boolean => {
  const start = lower.indexOf('[password]')
  return start >= 0 && lower.includes('[/password]', start)
}

const isHidden = (post: Row): boolean =>
  number(post, 'invisible') !== 0 ||
  (number(post, 'status') & SHIELDED) !== 0 ||
  hasPassword(text(post, 'message').toLowerCase())

/** Adds pins, featuring, locking and deletion, in this order. A thread whose opening post is hidden is deleted. */
function addMarks(
  history: ThreadHistory,
  { row }: OldThread,
  context: ThreadContext,
  at: Date,
  isOpeningHidden: boolean,
): void {
  const { report, guestId: staffId } = context
  const change = (
    kind: 'thread.pinned' | 'thread.featured' | 'thread.locked',
    changes: { isPinned: true } | { isFeatured: true } | { isLocked: true },
  ) => {
    const { thread } = history.folded
    if (thread) history.add(threadChangeEvent(history.context(staffId, at), thread, kind, changes))
  }
  if (number(row, 'displayorder') > 0) change('thread.pinned', { isPinned: true })
  if (number(row, 'digest') > 0) change('thread.featured', { isFeatured: true })
  if (number(row, 'closed') === 1) change('thread.locked', { isLocked: true })
  const isSold = number(row, 'price') > 0 && number(row, 'special') !== SPECIAL_REWARD
  const isRestricted = number(row, 'readperm') > 0 || isSold
  if (isRestricted) report.lose('restrictedThreads', `thread ${history.threadId}`)
  const isRemoved = number(row, 'displayorder') <= RECYCLED || isOpeningHidden
  if (isRemoved) report.lose('hiddenPosts', `thread ${history.threadId}`)
  const { thread, posts } = history.folded
  if (thread && (isRestricted || isRemoved)) {
    const standing = [...posts.values()].filter(({ isDeleted }) => !isDeleted)
    history.add(threadDeletionEvent(history.context(staffId, at), thread, standing, true))
  }
}

function hide(history: ThreadHistory, pid: number, staffId: number, report: ImportReport, at: Date): void {
  const { thread, posts } = history.folded
  const post = posts.get(pid)
  if (!thread || !post) return
  const standing = [...posts.values()].filter(({ isDeleted }) => !isDeleted)
  const newest = standing.at(-1)?._id === pid ? (standing.at(-2) ?? null) : null
  history.add(deleteEvent(history.context(staffId, at), thread, post, newest))
  report.lose('hiddenPosts', `post ${pid}`)
}

/** A text with its files. */
interface Converted {
  content: string
  attachments: LoadedAttachment[]
}

/** `open` is what everyone may read, if that is not all. */
function content(
  post: Row,
  inThread: ReadonlyMap<number, Row>,
  { attachments }: OldThread,
  context: ThreadContext,
): Converted & { quotedPostId: number | null; open: Converted | null } {
  const { report, siteUrl, smilies, usernameOf } = context
  const pid = number(post, 'pid')
  const files = attachments.get(pid) ?? []
  const isHtml = number(post, 'htmlon') === 1
  if (isHtml) report.lose('htmlPosts', `post ${pid}`)
  if (number(post, 'bbcodeoff') === 1) report.lose('literalPosts', `post ${pid}`)
  const message = text(post, 'message')
  const convert = (withoutHidden: boolean, onLoss: BbcodeContext['onLoss']) => {
    const named = new Set<number>()
    const converted = convertBbcode(isHtml ? htmlToBbcode(message) : message, {
      postInThread(quoted) {
        const found = inThread.get(quoted)
        return found ? { id: quoted, name: context.nameOf(context.authorOf(found)) } : null
      },
      attachment(aid) {
        const file = files.find((one) => one.aid === aid)?.file
        if (!file) return null
        named.add(aid)
        return file.width === null ? 'file' : { pictureUrl: `${siteUrl}/api/uploads/${file.filename}` }
      },
      usernameOf,
      smilies: number(post, 'smileyoff') > 0 ? new Set() : smilies,
      siteUrl,
      withoutHidden,
      onLoss,
    })
    return { ...converted, named }
  }
  const whole = convert(false, (loss, what) => report.lose(loss, `${what} in post ${pid}`))
  if (countCharacters(whole.content) > CONTENT_MAX) report.lose('longTexts', `post ${pid}`)
  const open = convert(true, () => undefined)
  const openFiles = files.filter(({ aid }) => open.named.has(aid) || !whole.named.has(aid))
  return {
    content: whole.content === '' && files.length === 0 ? '（无内容）' : whole.content,
    quotedPostId: whole.quotedPostId === pid ? null : whole.quotedPostId,
    attachments: files.map(({ file }) => file),
    open:
      open.content === whole.content
        ? null
        : { content: open.content, attachments: openFiles.map(({ file }) => file) },
  }
}

/** Leaves what not everyone may read to the history of a post. */
function conceal(history: ThreadHistory, pid: number, open: Converted | null, report: ImportReport): void {
  const { thread, posts } = history.folded
  const post = posts.get(pid)
  if (!thread || !post || open === null) return
  const { createdAt, authorId, quotedPostId } = post
  history.add(editEvent(history.context(authorId, createdAt), thread, post, { ...open, quotedPostId }))
  report.lose('hiddenTexts', `post ${pid}`)
}

/** The time of the thread if its opening post has none. */
function firstTime({ row, posts }: OldThread, { startedAt }: ThreadContext): Date {
  const times = posts.flatMap((post) => time(post, 'dateline')?.getTime() ?? [])
  const given = time(row, 'dateline')
  if (given) return given
  return times.length > 0 ? new Date(Math.min(...times)) : startedAt
}

function pollOf({ row, pollOptions }: OldThread, poll: Row, question: string, { report }: ThreadContext) {
  if (number(row, 'special') !== SPECIAL_POLL || pollOptions.length < 2) return null
  report.lose('pollVoters', `thread ${number(row, 'tid')}`)
  const options = pollOptions.slice(0, POLL_OPTIONS_MAX).map((option, i) => ({
    text: shownLine(title(option, 'polloption'), POLL_TEXT_MAX) || `选项 ${i + 1}`,
    votes: number(option, 'votes'),
  }))
  const chosen = number(poll, 'maxchoices')
  return {
    question: cutCharacters(question, POLL_TEXT_MAX),
    options,
    maxChoices: number(poll, 'multiple') === 0 ? 1 : Math.min(chosen || options.length, options.length),
    voters: number(poll, 'voters'),
    closesAt: time(poll, 'expiration'),
  }
}
