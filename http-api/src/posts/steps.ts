import type { PostDoc, Step, ThreadDoc } from '../thread-log'
import { postExcerptOf, threadExcerptOf } from './excerpts'

/** The outcome of each change of a post that is allowed: pure functions, which the loading of a demo uses too. */

export function replyStep(
  thread: ThreadDoc,
  authorId: number,
  reply: { postId: number; content: string; quotedPostId: number | null },
  now: Date,
): Step {
  const number = thread.lastNumber + 1
  return {
    kind: 'post.created',
    postId: reply.postId,
    post: {
      threadId: thread._id,
      number,
      authorId,
      content: reply.content,
      excerpt: postExcerptOf(reply.content),
      createdAt: now,
      quotedPostId: reply.quotedPostId,
    },
    thread: {
      postCount: thread.postCount + 1,
      lastNumber: number,
      // The clocks of several machines differ; the time of the newest post never goes back.
      lastPostAt: now > thread.lastPostAt ? now : thread.lastPostAt,
      lastPostUserId: authorId,
      hasOtherReplies: thread.hasOtherReplies || authorId !== thread.authorId,
    },
    counts: { posts: 1, writtenAt: now },
  }
}

/** Null where the text is the same. */
export function editStep(post: PostDoc, editorId: number, content: string, now: Date): Step | null {
  if (post.content === content) return null
  return {
    kind: 'post.edited',
    postId: post._id,
    authorId: post.authorId,
    post: {
      content,
      excerpt: postExcerptOf(content),
      version: post.version + 1,
      editedAt: now,
      editedById: editorId,
    },
    thread: post.number === 1 ? { editedAt: now, excerpt: threadExcerptOf(content) } : {},
  }
}

/** `next` is the newest post left, given where the deleted one was the newest. */
export function deleteStep(thread: ThreadDoc, post: PostDoc, deleterId: number, next: PostDoc | null): Step {
  return {
    kind: 'post.deleted',
    postId: post._id,
    authorId: post.authorId,
    post: { isDeleted: true, deletedBy: post.authorId === deleterId ? 'author' : 'moderator' },
    thread: {
      postCount: thread.postCount - 1,
      ...(next ? { lastPostAt: next.createdAt, lastPostUserId: next.authorId } : {}),
    },
    counts: { posts: -1, likes: -post.likeCount, writtenAt: post.createdAt },
  }
}

export function restoreStep(thread: ThreadDoc, post: PostDoc): Step {
  const isNewest = post.createdAt >= thread.lastPostAt
  return {
    kind: 'post.restored',
    postId: post._id,
    authorId: post.authorId,
    post: { isDeleted: false, deletedBy: null },
    thread: {
      postCount: thread.postCount + 1,
      ...(isNewest ? { lastPostAt: post.createdAt, lastPostUserId: post.authorId } : {}),
    },
    counts: { posts: 1, likes: post.likeCount, writtenAt: post.createdAt },
  }
}

export function likeStep(post: PostDoc, userId: number, liked: boolean): Step {
  const by = liked ? 1 : -1
  return {
    kind: 'post.liked',
    postId: post._id,
    authorId: post.authorId,
    post: { likeCount: post.likeCount + by },
    like: { userId, liked },
    counts: { likes: by, writtenAt: post.createdAt },
  }
}

export function threadStep(
  thread: { threadId: number; postId: number; boardId: number; title: string; content: string },
  authorId: number,
  now: Date,
): Step {
  const { threadId, postId, boardId, title, content } = thread
  return {
    kind: 'thread.created',
    postId,
    post: { threadId, number: 1, authorId, content, excerpt: postExcerptOf(content), createdAt: now },
    thread: {
      boardId,
      authorId,
      title,
      openingPostId: postId,
      excerpt: threadExcerptOf(content),
      createdAt: now,
      postCount: 1,
      lastPostAt: now,
      lastPostUserId: authorId,
    },
    counts: { threads: 1, posts: 1, writtenAt: now },
  }
}
