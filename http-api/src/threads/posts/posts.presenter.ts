import type { Post, PublicPost } from '@forum/shared/contract'
import { QUOTES_RESOLVED_MAX } from '../../platform/limits'
import { pageOfNumber } from '@forum/shared/pages'
import {
  canDeletePost,
  mayEditPost,
  mayReadContent,
  memberOf,
  type ActingReader,
  type ThreadSubject,
} from '@forum/shared/policies'
import { presentAttachment } from '../../files'
import { type People, renamedIn, shownMentions } from '../../members'
import { namedPostIds, type QuotedNow, withCurrentQuotes, withoutNames } from '@forum/shared/markup'
import { postSubject, type PostDoc } from '../../log'

/** The part of a quoted post that is shown; its text stays in the database. */
export type QuotedPost = Omit<PostDoc, 'content'>

/** A post in full; the excerpt of its text is for quotes of it. */
export type ShownPost = Omit<PostDoc, 'excerpt'>

/** Other data that the JSON of posts needs, fetched once for a whole page. */
export interface PostContext {
  people: People
  quoted: ReadonlyMap<number, QuotedPost>
  /** Returns true if the words of a quoted post are withheld from readers of another thread. */
  isWithheld: (quotedThreadId: number, threadId: number) => boolean
}

const quotesOf = ({ content, quotedPostId }: Pick<PostDoc, 'content' | 'quotedPostId'>): number[] => [
  ...(quotedPostId === null ? [] : [quotedPostId]),
  ...namedPostIds(content),
]

/** Returns the posts whose state and author a post shows. */
export const shownQuotesOf = (post: Pick<PostDoc, 'content' | 'quotedPostId'>): number[] =>
  quotesOf(post).slice(0, QUOTES_RESOLVED_MAX)

/** Returns the source of a post as readers see it: its quotes show the authors and the state of the quoted posts. */
export function shownContent(
  post: Pick<PostDoc, 'content' | 'quotedPostId' | 'threadId' | 'mentions'>,
  { people, quoted, isWithheld }: PostContext,
): string {
  const ids = shownQuotesOf(post)
  const quotes = new Map<number, QuotedNow>()
  for (const id of ids) {
    const quote = quoted.get(id)
    if (!quote) continue
    const name = people.summary(quote.authorId).displayName
    quotes.set(id, { name, isWithheld: quote.isDeleted || isWithheld(quote.threadId, post.threadId) })
  }
  const answered = quotes.get(post.quotedPostId ?? 0)
  return withCurrentQuotes(post.content, {
    quoted: quotes,
    answers: answered && post.quotedPostId !== null ? { id: post.quotedPostId, name: answered.name } : null,
    unresolved: new Set(quotesOf(post).slice(QUOTES_RESOLVED_MAX)),
    renamed: renamedIn([post, ...ids.flatMap((id) => quoted.get(id) ?? [])], people),
  })
}

const attachmentsOf = ({ attachments = [] }: Pick<PostDoc, 'attachments'>) =>
  attachments.map(presentAttachment)

/** Returns who deleted a post; an erasure counts more than an earlier deletion. */
const deletedByOf = ({ isDeleted, deletedBy, erasedAt }: ShownPost) =>
  isDeleted ? (erasedAt ? 'law' : deletedBy) : null

/** Returns the members who write a post with its author, without deleted accounts. */
function coauthorsOf(
  { isDeleted, coauthorIds = [] }: ShownPost,
  people: People,
): Pick<PublicPost, 'coauthors'> {
  const shown = isDeleted ? [] : coauthorIds.filter((id) => people.has(id) && !people.isDeleted(id))
  return shown.length === 0 ? {} : { coauthors: shown.map((id) => people.summary(id)) }
}

/** Presents a post as everyone may see it: a tombstone keeps its number and place, but not its text. */
export function presentPublicPost(post: ShownPost, context: PostContext): PublicPost {
  const { people, quoted } = context
  const quote = post.isDeleted || post.quotedPostId === null ? undefined : quoted.get(post.quotedPostId)
  const isHidden = quote && (quote.isDeleted || context.isWithheld(quote.threadId, post.threadId))
  return {
    id: post._id,
    threadId: post.threadId,
    number: post.number,
    page: pageOfNumber(post.number),
    isOpeningPost: post.number === 1,
    content: post.isDeleted ? '' : shownContent(post, context),
    author: people.author(post.authorId),
    createdAt: post.createdAt.toISOString(),
    isEdited: post.editedAt !== null,
    editedAt: post.editedAt?.toISOString() ?? null,
    editedBy: post.editedById === null ? null : people.summary(post.editedById),
    ...coauthorsOf(post, people),
    ...(post.editNote && !post.isDeleted ? { editNote: post.editNote } : {}),
    version: post.version,
    isDeleted: post.isDeleted,
    quotedPostId: post.quotedPostId,
    quotedPost: quote
      ? {
          id: quote._id,
          number: quote.number,
          author: people.summary(quote.authorId),
          content: isHidden ? '' : withoutNames(quote.excerpt, renamedIn([quote], people)),
          isDeleted: quote.isDeleted,
        }
      : null,
    attachments: post.isDeleted ? [] : attachmentsOf(post),
    mentions: post.isDeleted ? [] : shownMentions(post.mentions ?? [], people),
    likeCount: post.likeCount,
    deletedBy: deletedByOf(post),
  }
}

/** The fields on which the reader's part of a post depends; its text, as shown, and files only for a tombstone. */
export type ReaderPost = Pick<
  PostDoc,
  | '_id'
  | 'authorId'
  | 'writerId'
  | 'coauthorIds'
  | 'invitedIds'
  | 'number'
  | 'isDeleted'
  | 'content'
  | 'attachments'
>

export interface PostReader {
  as: ActingReader
  thread: ThreadSubject
  liked: ReadonlySet<number>
}

/** Presents the part of a post that depends on the reader. For a tombstone, it includes text and files. */
export function presentForReader(
  post: ReaderPost,
  { as, thread, liked }: PostReader,
): Pick<Post, 'likedByMe' | 'viewer'> & Partial<Pick<Post, 'content' | 'attachments'>> {
  const subject = postSubject(post)
  const actor = memberOf(as)
  const mayRead = mayReadContent(as, subject, thread)
  return {
    ...(post.isDeleted
      ? { content: mayRead ? post.content : '', attachments: mayRead ? attachmentsOf(post) : [] }
      : {}),
    likedByMe: liked.has(post._id),
    viewer: actor && {
      canEdit: mayEditPost(actor, subject, thread) === 'allowed',
      canDelete: canDeletePost(actor, subject, thread),
      ...(post.writerId === actor.id && { isOwn: true as const }),
      ...(post.invitedIds?.includes(actor.id) && !post.isDeleted && { isInvited: true as const }),
    },
  }
}

/** Presents a post as this reader sees it. */
export const presentPost = (post: ShownPost, context: PostContext, reader: PostReader): Post =>
  Object.assign(
    presentPublicPost(post, context),
    presentForReader(post.isDeleted ? { ...post, content: shownContent(post, context) } : post, reader),
  )
