import type { Post, PublicPost } from '@forum/shared/contract'
import { pageOfNumber } from '@forum/shared/pages'
import {
  canDeletePost,
  mayEditPost,
  mayReadContent,
  type Actor,
  type ThreadSubject,
} from '@forum/shared/policies'
import { presentAttachment } from '../attachments'
import type { People } from '../members'
import { postSubject, type PostDoc } from '../thread-log'

/** The part of a quoted post that is shown; its text stays in the database. */
export type QuotedPost = Omit<PostDoc, 'content'>

/** A post in full; the excerpt of its text is for quotes of it. */
export type ShownPost = Omit<PostDoc, 'excerpt'>

/** What a post's JSON contains besides the post itself, fetched once for a whole page. */
export interface PostContext {
  people: People
  quoted: ReadonlyMap<number, QuotedPost>
}

const attachmentsOf = ({ attachments = [] }: Pick<PostDoc, 'attachments'>) =>
  attachments.map(presentAttachment)

/** Presents a post as everyone may see it: a tombstone keeps its number and place, but not its text. */
export function presentPublicPost(post: ShownPost, { people, quoted }: PostContext): PublicPost {
  const quote = post.isDeleted || post.quotedPostId === null ? undefined : quoted.get(post.quotedPostId)
  return {
    id: post._id,
    threadId: post.threadId,
    number: post.number,
    page: pageOfNumber(post.number),
    isOpeningPost: post.number === 1,
    content: post.isDeleted ? '' : post.content,
    author: people.author(post.authorId),
    createdAt: post.createdAt.toISOString(),
    isEdited: post.editedAt !== null,
    editedAt: post.editedAt?.toISOString() ?? null,
    editedBy: post.editedById === null ? null : people.summary(post.editedById),
    version: post.version,
    isDeleted: post.isDeleted,
    quotedPostId: post.quotedPostId,
    quotedPost: quote
      ? {
          id: quote._id,
          number: quote.number,
          author: people.summary(quote.authorId),
          content: quote.isDeleted ? '' : quote.excerpt,
          isDeleted: quote.isDeleted,
        }
      : null,
    attachments: post.isDeleted ? [] : attachmentsOf(post),
    mentions: post.isDeleted ? [] : (post.mentions ?? []),
    likeCount: post.likeCount,
    deletedBy: post.isDeleted ? post.deletedBy : null,
  }
}

/** The fields on which the reader's part of a post depends; text and files only for a tombstone. */
export type ReaderPost = Pick<
  PostDoc,
  '_id' | 'authorId' | 'number' | 'isDeleted' | 'content' | 'attachments'
>

export interface PostReader {
  actor: Actor | null
  thread: ThreadSubject
  liked: ReadonlySet<number>
}

/** Presents the part of a post that depends on the reader. For a tombstone, it includes text and files. */
export function presentForReader(
  post: ReaderPost,
  { actor, thread, liked }: PostReader,
): Pick<Post, 'likedByMe' | 'viewer'> & Partial<Pick<Post, 'content' | 'attachments'>> {
  const subject = postSubject(post)
  const mayRead = mayReadContent(actor, subject, thread)
  return {
    ...(post.isDeleted
      ? { content: mayRead ? post.content : '', attachments: mayRead ? attachmentsOf(post) : [] }
      : {}),
    likedByMe: liked.has(post._id),
    viewer: actor && {
      canEdit: mayEditPost(actor, subject, thread) === 'allowed',
      canDelete: canDeletePost(actor, subject, thread),
    },
  }
}

/** Presents a post as this reader sees it. */
export const presentPost = (post: ShownPost, context: PostContext, reader: PostReader): Post =>
  Object.assign(presentPublicPost(post, context), presentForReader(post, reader))
