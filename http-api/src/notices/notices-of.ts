import type { NotificationSettings } from '@forum/shared/contract'
import type { NamingKind, NotificationKind } from '@forum/shared/notification-kinds'
import { mentions } from '@forum/shared/markup'
import { accountOf, causedBy, type PostDoc, type ThreadDoc, type ThreadEventDoc } from '../log'
import { actOf } from './moderation-acts'
import type { Notice } from './notifications.model'

/** The events that notify members, or take notifications back. */
export const NOTIFYING_EVENTS = [
  'thread.created',
  'thread.renamed',
  'thread.pinned',
  'thread.featured',
  'thread.locked',
  'thread.moved',
  'thread.answered',
  'thread.deleted',
  'thread.restored',
  'thread.erased',
  'post.created',
  'post.edited',
  'post.shared',
  'post.deleted',
  'post.restored',
  'post.erased',
  'post.liked',
] as const

/**
 * The event that causes each kind. Of the kinds that a post causes, the most personal comes first: a post notifies a
 * member of the first one that is on.
 */
const CAUSES = {
  quote: 'post',
  mention: 'post',
  reply: 'post',
  follow: 'post',
  board: 'post',
  update: 'post',
  like: 'like',
  answer: 'answer',
  coauthor: 'invitation',
} as const satisfies Record<NamingKind, string>
type PostKind = { [Kind in NamingKind]: (typeof CAUSES)[Kind] extends 'post' ? Kind : never }[NamingKind]
const POST_KINDS = (Object.keys(CAUSES) as NamingKind[]).filter(isPostKind)

/** Returns true if a post causes notifications of a kind, so that they show its words. */
export function isPostKind(kind: NotificationKind): kind is PostKind {
  return (CAUSES as Partial<Record<NotificationKind, string>>)[kind] === 'post'
}

/** The facts about a member that decide about notices. */
export interface MemberFacts {
  usernameLower: string
  /** The account is open. */
  isActive: boolean
  /** The member sees the board of the thread. */
  seesBoard: boolean
  /** The member has muted the thread. */
  isMuted: boolean
  /** Those authors of the events whom the member has blocked. */
  blocked: ReadonlySet<number>
  /** The number up to which the member has read the thread. */
  lastReadNumber: number
  /** Restored posts that the member has read before, or has a notification of. */
  seenPostIds: ReadonlySet<number>
  settings: NotificationSettings
}

/** The facts that decide about the notices of some events of one thread. */
export interface Facts {
  thread: Pick<ThreadDoc, 'authorId' | 'writerId' | 'isDeleted' | 'boardId'> | null
  /** Those who watch the thread or, if the event is its creation, follow its author. */
  watchers: ReadonlySet<number>
  /** If the event is the creation of a thread, those who follow its board. */
  boardFollowers: ReadonlySet<number>
  /** The posts of `postsNamedBy`, as far as they exist. */
  posts: ReadonlyMap<number, Pick<PostDoc, 'authorId' | 'writerId' | 'number' | 'isDeleted'>>
  /** All who may be concerned; nobody else is notified. */
  members: ReadonlyMap<number, MemberFacts>
}

/** Returns the notices that an event causes. They name each member at most once. */
export function noticesOf(event: ThreadEventDoc, facts: Facts): Notice[] {
  const inBoardId = facts.thread?.boardId ?? event.boardId
  return noticesAbout(event, facts).map((notice) => ({ ...notice, inBoardId }))
}

function noticesAbout(event: ThreadEventDoc, facts: Facts): Notice[] {
  const moderation = moderationNotices(event, facts)
  // A deleted thread causes no notices but those of moderation.
  if (facts.thread?.isDeleted) return moderation
  switch (event.kind) {
    case 'thread.created':
    case 'post.created':
      return postNotices(event, facts)
    case 'post.edited':
      return [
        ...moderation,
        ...editNotices(event, facts, new Set(moderation.flatMap(({ userIds }) => userIds))),
      ]
    case 'post.shared':
      return invitationNotices(event, facts)
    case 'post.liked':
      return likeNotices(event, facts)
    case 'thread.answered':
      return answerNotices(event, facts)
    default:
      return moderation
  }
}

/**
 * Returns true if an event is an edit of an opening post, with a note, by one of its authors: those who watch the thread
 * hear of it. Moderators are named by no notification.
 */
export const isUpdate = ({ kind, thread, post, actorId, byCoauthor }: ThreadEventDoc): boolean =>
  kind === 'post.edited' &&
  thread.excerpt !== undefined &&
  Boolean(post?.editNote) &&
  (byCoauthor === true || post?.authorId === actorId)

/** Returns the posts on which the notices of an event depend: its own, unless it has its number, and those it quotes. */
export function postsNamedBy(event: ThreadEventDoc): number[] {
  const { kind, post, actorId, newlyQuotedIds = [] } = event
  if (!post) return []
  const quoted = post.quotedIds ?? []
  switch (kind) {
    case 'thread.created':
    case 'post.created':
      return quoted
    case 'post.liked':
      return event.like?.liked && post.authorId !== actorId && post.number === undefined ? [post._id] : []
    case 'post.edited': {
      if (newlyQuotedIds.length > 0) return [post._id, ...quoted]
      const isConcerned = (post.mentionedIds ?? []).length > 0 || moderatedAuthor(event, null) !== null
      return isConcerned || isUpdate(event) || event.byCoauthor ? [post._id] : []
    }
    default:
      return moderatedAuthor(event, null) === null ? [] : [post._id]
  }
}

/** Returns the members whom an event concerns personally, whatever their settings. */
export function concernedBy(
  event: ThreadEventDoc,
  { thread, posts }: Pick<Facts, 'thread' | 'posts'>,
): number[] {
  const moderated = moderatedAuthor(event, thread)
  const { kind, post, actorId, like } = event
  const authors = moderated === null ? [] : [moderated]
  if (!post || thread?.isDeleted) return authors
  switch (kind) {
    case 'thread.created':
    case 'post.created':
      return [...authorsOf(post.quotedIds ?? [], posts), ...(post.mentionedIds ?? [])]
    case 'post.edited':
      return [
        ...authors,
        ...(event.byCoauthor ? [accountOf(post)] : []),
        ...newlyQuoted(event, posts),
        ...(post.mentionedIds ?? []),
      ]
    case 'post.shared':
      return event.invitation?.isOpen ? [event.invitation.userId] : []
    case 'post.liked':
      return like?.liked && post.authorId !== actorId ? [accountOf(post)] : []
    case 'thread.answered':
      return [accountOf(post)]
    default:
      return authors
  }
}

/** Returns the notices of a new post: each member is notified for the most personal reason that is on. */
function postNotices(event: ThreadEventDoc, { watchers, boardFollowers, posts, members }: Facts): Notice[] {
  const { kind, post } = event
  if (post?.number === undefined) return []
  const watching = kind === 'thread.created' ? 'follow' : 'reply'
  const quoted = authorsOf(post.quotedIds ?? [], posts)
  const mentioned = new Set(post.mentionedIds)
  const recipients = new Map<PostKind, number[]>()
  for (const [userId, member] of members) {
    if (member.lastReadNumber >= post.number || member.seenPostIds.has(post._id)) continue
    if (!mayNotify(userId, member, event)) continue
    const isReason = (reason: PostKind) =>
      (reason === 'quote' && quoted.has(userId)) ||
      (reason === 'mention' && mentioned.has(userId)) ||
      (reason === watching && watchers.has(userId)) ||
      (reason === 'board' && boardFollowers.has(userId))
    addRecipient(recipients, userId, firstOn(member.settings, isReason))
  }
  return noticesTo(recipients, event, post.number)
}

/**
 * Returns the notices of an edit: to members whom it quotes or mentions and the text before did not, and of one with a
 * note to those who watch the thread, of one by a co-author to the author. One who has read the post has not seen what the edit added; one who is notified
 * that a moderator edited it is not notified again.
 */
function editNotices(
  event: ThreadEventDoc,
  { watchers, posts, members }: Facts,
  moderated: ReadonlySet<number>,
): Notice[] {
  const { post, replacedContent = '' } = event
  const number = post && posts.get(post._id)?.number
  if (!post || number === undefined) return []
  const quoted = newlyQuoted(event, posts)
  const mentioned = new Set(post.mentionedIds)
  const mentionedBefore = new Set(mentions(replacedContent))
  const isOfWatchers = isUpdate(event)
  const recipients = new Map<PostKind, number[]>()
  for (const [userId, member] of members) {
    if (moderated.has(userId) || !mayNotify(userId, member, event)) continue
    const isReason = (reason: PostKind) =>
      (reason === 'quote' && quoted.has(userId)) ||
      (reason === 'mention' && mentioned.has(userId) && !mentionedBefore.has(member.usernameLower)) ||
      (reason === 'update' && isOfWatchers && watchers.has(userId)) ||
      (reason === 'update' && event.byCoauthor === true && userId === accountOf(post))
    addRecipient(recipients, userId, firstOn(member.settings, isReason))
  }
  return noticesTo(recipients, event, number)
}

function likeNotices(event: ThreadEventDoc, { posts, members }: Facts): Notice[] {
  const { post, like } = event
  if (!post || !like?.liked) return []
  const authorId = accountOf(post)
  const author = members.get(authorId)
  const number = post.number ?? posts.get(post._id)?.number
  if (!author || number === undefined || author.settings.like === 'off') return []
  if (!mayNotify(authorId, author, event)) return []
  return [noticeOf(event, { kind: 'like', key: `like:${post._id}`, userIds: [authorId], number })]
}

/** Returns the notice to a member who is invited to write a post with its author. */
function invitationNotices(event: ThreadEventDoc, { members }: Facts): Notice[] {
  const { post, invitation } = event
  if (post?.number === undefined || !invitation?.isOpen) return []
  const { userId } = invitation
  const member = members.get(userId)
  if (!member || member.settings.coauthor === 'off') return []
  if (!mayNotify(userId, { ...member, isMuted: false }, event)) return []
  const about = { kind: 'coauthor', key: `coauthor:${post._id}`, userIds: [userId] } as const
  return [noticeOf(event, { ...about, number: post.number })]
}

/**
 * Returns the notice to the author of a reply that answers a question. It names the author of the question, even if a
 * moderator marked the reply.
 */
function answerNotices(event: ThreadEventDoc, { thread, members }: Facts): Notice[] {
  const { post, actorId, threadId } = event
  if (!thread || post?.number === undefined) return []
  const userId = accountOf(post)
  const author = members.get(userId)
  // Members are not notified of their own acts.
  if (!author || userId === accountOf(thread) || userId === actorId || author.settings.answer === 'off')
    return []
  if (!author.isActive || !author.seesBoard || author.isMuted || author.blocked.has(actorId)) return []
  const about = { kind: 'answer', key: `answer:${threadId}`, userIds: [userId] } as const
  return [noticeOf({ ...event, actorId: thread.authorId }, { ...about, number: post.number })]
}

/** Returns the notice to an author of what a moderator did to their post or thread. */
function moderationNotices(event: ThreadEventDoc, { thread, posts, members }: Facts): Notice[] {
  const userId = moderatedAuthor(event, thread)
  const author = userId === null ? undefined : members.get(userId)
  const act = actOf(event)
  if (userId === null || !act || !author?.isActive || author.settings.moderation === 'off') return []
  // To say where a thread has gone would show a board that the author does not see.
  if (!author.seesBoard) return []
  const { _id, post, reason, boardId } = event
  const number = (post && posts.get(post._id)?.number) ?? 0
  const about = { kind: 'moderation', key: `moderation:${_id}`, userIds: [userId], number } as const
  return [
    {
      ...noticeOf(event, about),
      act,
      ...(reason === undefined ? {} : { reason }),
      ...(act === 'threadMoved' ? { boardId } : {}),
    },
  ]
}

/**
 * Returns whose post or thread a moderator has changed; null if it is the actor's, or the event belongs to a command on
 * many posts, which sends its own notification, if any.
 */
function moderatedAuthor(event: ThreadEventDoc, thread: Facts['thread']): number | null {
  if (actOf(event) === null || event.commandId !== undefined || event.byCoauthor) return null
  const text = event.post ?? thread
  if (!text || text.authorId === event.actorId) return null
  const author = accountOf(text)
  return author === causedBy(event) ? null : author
}

/** Returns the authors of those of these posts that are not deleted. */
function authorsOf(postIds: readonly number[], posts: Facts['posts']): ReadonlySet<number> {
  return new Set(
    postIds.flatMap((postId) => {
      const post = posts.get(postId)
      return post && !post.isDeleted ? accountOf(post) : []
    }),
  )
}

/** Returns the authors whom an edit quotes and no earlier version of the post did. */
function newlyQuoted(
  { post, newlyQuotedIds = [] }: ThreadEventDoc,
  posts: Facts['posts'],
): ReadonlySet<number> {
  const earlier = authorsOf(
    (post?.quotedIds ?? []).filter((postId) => !newlyQuotedIds.includes(postId)),
    posts,
  )
  return new Set([...authorsOf(newlyQuotedIds, posts)].filter((userId) => !earlier.has(userId)))
}

/**
 * Returns true if the event may notify a member. Blocks do not apply to an alias: a missing notification would reveal
 * the author.
 */
const mayNotify = (
  userId: number,
  { isActive, seesBoard, isMuted, blocked }: MemberFacts,
  event: ThreadEventDoc,
) => userId !== causedBy(event) && isActive && seesBoard && !isMuted && !blocked.has(event.actorId)

/** Returns the first kind that applies and is on; null if there is none. */
function firstOn(settings: NotificationSettings, applies: (kind: PostKind) => boolean): PostKind | null {
  for (const kind of POST_KINDS) if (applies(kind) && settings[kind] !== 'off') return kind
  return null
}

function addRecipient(recipients: Map<PostKind, number[]>, userId: number, kind: PostKind | null): void {
  if (kind === null) return
  const userIds = recipients.get(kind)
  if (userIds) userIds.push(userId)
  else recipients.set(kind, [userId])
}

const noticesTo = (
  recipients: ReadonlyMap<PostKind, readonly number[]>,
  event: ThreadEventDoc,
  number: number,
): Notice[] =>
  [...recipients].map(([kind, userIds]) =>
    noticeOf(event, { kind, key: `${kind}:${event.threadId}`, userIds, number }),
  )

const noticeOf = (
  { _id: eventId, at, threadId, actorId, post }: ThreadEventDoc,
  { number, ...about }: { kind: NotificationKind; key: string; userIds: readonly number[]; number: number },
): Notice => ({
  ...about,
  eventId,
  at,
  threadId,
  part: { actorId, postId: post?._id ?? null, number, at },
})
