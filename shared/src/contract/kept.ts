import * as z from 'zod/mini'
import { endpoint } from './define'
import { post, threadInList } from './entities'
import { bookmarkNote, draftPlace, draftValue, flag, instant, limit, page, pathId, time } from './fields'
import { pagination } from './paging'

/** A member's own note on a bookmarked post, and the time of its reminder. */
const bookmark = z.strictObject({ note: z.string(), remindAt: z.nullable(time), createdAt: time })
export type PostBookmark = z.output<typeof bookmark>

const keptPost = z.extend(post, { bookmark })
export type KeptPost = z.output<typeof keptPost>

export const draft = z.strictObject({
  /** Names the form, such as `reply:12`. */
  place: z.string(),
  /** The text as the form stored it. */
  value: z.string(),
  /** Increases with every change; 0 if there is no draft. */
  version: z.int().check(z.nonnegative()),
  updatedAt: z.nullable(time),
})
export type Draft = z.output<typeof draft>

const place = z.object({ place: draftPlace })

export const keptEndpoints = {
  bookmarkPost: endpoint({
    summary: 'Keeps a post for later, with a note and a reminder, or no longer; omitted fields stay',
    method: 'PUT',
    path: '/posts/:postId/bookmark',
    access: 'member',
    limit: 'edit',
    params: z.object({ postId: pathId }),
    body: z.object({
      bookmarked: flag,
      note: z.optional(bookmarkNote),
      remindAt: z.optional(z.nullable(instant)),
    }),
    response: z.strictObject({ post: z.extend(post, { bookmark: z.nullable(bookmark) }) }),
    errors: ['NOT_FOUND'],
  }),

  listBookmarks: endpoint({
    summary: "The caller's bookmarked threads, or the posts kept for later; the newest bookmark first",
    method: 'GET',
    path: '/bookmarks',
    access: 'member',
    query: z.object({ page, limit, kind: z._default(z.enum(['threads', 'posts'], 'invalid'), 'threads') }),
    /** The list that `kind` does not ask for is empty. */
    response: z.strictObject({
      threads: z.array(threadInList),
      posts: z.array(keptPost),
      pagination,
    }),
  }),

  listHistory: endpoint({
    summary: 'The threads that the caller opened, most recently opened first',
    method: 'GET',
    path: '/auth/history',
    access: 'member',
    query: z.object({ page, limit }),
    response: z.strictObject({
      threads: z.array(z.extend(threadInList, { visitedAt: time })),
      pagination,
    }),
  }),

  clearHistory: endpoint({
    summary: 'Forgets which threads the caller opened',
    method: 'DELETE',
    path: '/auth/history',
    access: 'member',
    limit: 'edit',
  }),

  listDrafts: endpoint({
    summary: 'The unsent texts of the account without their values, the last changed first',
    method: 'GET',
    path: '/auth/drafts',
    access: 'member',
    confidential: true,
    response: z.strictObject({ drafts: z.array(z.omit(draft, { value: true })) }),
  }),

  getDraft: endpoint({
    summary: 'An unsent text of the account; an empty one of version 0 if there is none',
    method: 'GET',
    path: '/auth/drafts/:place',
    access: 'member',
    confidential: true,
    params: place,
    response: z.strictObject({ draft }),
  }),

  /** With the version that the writer knows; a stale one is `CONFLICT`, whose body has the newer draft. */
  putDraft: endpoint({
    summary: 'Stores an unsent text in place of the version that the writer knows, 0 for none',
    method: 'PUT',
    path: '/auth/drafts/:place',
    access: 'member',
    limit: 'draft',
    params: place,
    body: z.object({ value: draftValue, version: z.int('invalid').check(z.minimum(0, 'range')) }),
    response: z.strictObject({ draft }),
    errors: ['CONFLICT'],
  }),

  removeDraft: endpoint({
    summary: 'Removes an unsent text of the account',
    method: 'DELETE',
    path: '/auth/drafts/:place',
    access: 'member',
    limit: 'draft',
    params: place,
  }),
}
