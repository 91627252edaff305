import * as z from 'zod/mini'
import { endpoint } from './define'
import { acted, deletion, post, postVersion, userSummary } from './entities'
import {
  attachmentIds,
  content,
  editNote,
  id,
  limit,
  mustChange,
  page,
  pathId,
  queryNumber,
  reason,
} from './fields'
import { pagination } from './paging'

const params = z.object({ postId: pathId })

export const postEndpoints = {
  listPosts: endpoint({
    summary: 'Replies of a thread by page, or those above a number',
    method: 'GET',
    path: '/posts',
    query: z.object({
      threadId: queryNumber(1, Number.MAX_SAFE_INTEGER),
      page,
      limit,
      afterNumber: z.optional(queryNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    response: z.strictObject({ posts: z.array(post), pagination }),
    errors: ['NOT_FOUND'],
  }),

  getPost: endpoint({
    summary: 'One post, with the page it is on',
    method: 'GET',
    path: '/posts/:postId',
    params,
    response: z.strictObject({ post }),
    errors: ['NOT_FOUND'],
  }),

  createPost: endpoint({
    summary: 'Replies to a thread, with or without quoting one of its posts',
    method: 'POST',
    path: '/posts',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'post',
    idempotent: true,
    body: z.object({
      content,
      threadId: id,
      quotedPostId: z.optional(z.nullable(id)),
      attachmentIds,
      /** Without it, as the member has written in the thread before. */
      anonymous: z.optional(z.boolean('invalid')),
    }),
    status: 201,
    response: z.strictObject({
      post,
      thread: z.strictObject({ id, seq: z.int(), postCount: z.int() }),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED', 'CONFLICT', 'CONTENT_BLOCKED'],
  }),

  updatePost: endpoint({
    summary:
      'Edits a post; with a version it refuses to overwrite a newer one, with attachmentIds these are its files afterwards',
    method: 'PUT',
    path: '/posts/:postId',
    access: 'member',
    needsAgreement: true,
    mayHold: true,
    limit: 'edit',
    params,
    body: z.object({
      content,
      version: z.optional(z.int('invalid')),
      reason: z.optional(reason),
      note: z.optional(editNote),
      attachmentIds,
    }),
    response: z.extend(acted, { post }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED', 'CONFLICT', 'CONTENT_BLOCKED'],
  }),

  deletePost: endpoint({
    summary: 'Turns a reply into a tombstone that keeps its number and place',
    method: 'DELETE',
    path: '/posts/:postId',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ reason: z.optional(reason), mustChange }),
    ...deletion,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED', 'CONFLICT'],
  }),

  restorePost: endpoint({
    summary: 'Brings a deleted reply back (moderators)',
    method: 'POST',
    path: '/posts/:postId/restore',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ reason: z.optional(reason) }),
    response: z.extend(acted, { post }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  likePost: endpoint({
    summary: 'Likes or unlikes a post: toggles, or sets the state when `liked` is given',
    method: 'POST',
    path: '/posts/:postId/like',
    access: 'member',
    limit: 'like',
    params,
    body: z.object({ liked: z.optional(z.boolean('invalid')) }),
    response: z.strictObject({ liked: z.boolean(), likeCount: z.int() }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  listPostVersions: endpoint({
    summary:
      'Every version of a post, the first one first (its author and moderators); in a board that shows edits, everyone gets those since its last edit by a moderator',
    method: 'GET',
    path: '/posts/:postId/history',
    params,
    response: z.strictObject({ versions: z.array(postVersion) }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'],
  }),

  listLikes: endpoint({
    summary: 'Who likes a post, the newest like first',
    method: 'GET',
    path: '/posts/:postId/likes',
    params,
    query: z.object({ page, limit }),
    response: z.strictObject({ users: z.array(userSummary), pagination }),
    errors: ['NOT_FOUND'],
  }),

  listPostsOfMember: endpoint({
    summary: 'Replies of a member in all threads, the newest first',
    method: 'GET',
    path: '/users/:userId/posts',
    params: z.object({ userId: pathId }),
    query: z.object({ page, limit }),
    response: z.strictObject({ posts: z.array(post), pagination }),
    errors: ['NOT_FOUND'],
  }),
}
