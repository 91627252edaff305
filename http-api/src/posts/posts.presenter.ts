import type { Post, PublicPost } from '@forum/shared/contract'
import { PAGE_SIZE, QUOTE_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import {
  mayDeletePost,
  mayEditPost,
  mayModerate,
  type Actor,
  type PostSubject,
  type ThreadSubject,
} from '@forum/shared/policies'
import type { People } from '../members/members.queries'
import type { PostDoc } from './posts.model'

/** The page of 20 on which a floor stands; the opening post is on the first. */
export function pageOfNumber(number: number, limit: number = PAGE_SIZE): number {
  return Math.max(1, Math.ceil((number - 1) / limit))
}

/** What beside the post itself goes into its JSON: fetched once for a whole page. */
export interface PostSurroundings {
  people: People
  quoted: ReadonlyMap<number, PostDoc>
}

export const postSubject = (post: PostDoc): PostSubject => ({
  authorId: post.authorId,
  isDeleted: post.isDeleted,
  isOpeningPost: post.number === 1,
})

/** A post as everybody may see it: a deleted one keeps its number and place, and nothing of what it said. */
export function presentPublicPost(post: PostDoc, { people, quoted }: PostSurroundings): PublicPost {
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
          content: quote.isDeleted ? '' : excerpt(quote.content, QUOTE_LENGTH),
          isDeleted: quote.isDeleted,
        }
      : null,
    attachments: [],
    likeCount: post.likeCount,
    deletedBy: post.isDeleted ? post.deletedBy : null,
  }
}

/** A post as this reader sees it: a moderator of the thread also sees what a tombstone said. */
export function presentPost(
  post: PostDoc,
  surroundings: PostSurroundings,
  reader: { actor: Actor | null; thread: ThreadSubject; liked: ReadonlySet<number> },
): Post {
  const { actor, thread } = reader
  const shown = presentPublicPost(post, surroundings)
  const subject = postSubject(post)
  return {
    ...shown,
    content: post.isDeleted && mayModerate(actor, thread.boardId) ? post.content : shown.content,
    likedByMe: reader.liked.has(post._id),
    viewer: actor && {
      canEdit: mayEditPost(actor, subject, thread) === 'allowed',
      canDelete: !post.isDeleted && mayDeletePost(actor, subject, thread) === 'allowed',
    },
  }
}
