import * as z from 'zod/mini'
import { SYNONYM_ROWS_MAX, SYNONYMS_PER_ROW_MAX } from '../limits'
import { endpoint } from './define'
import { author, post, threadInList } from './entities'
import { dayOrInstant, id, limit, page, queryNumber, searchQuery, synonym, typedName } from './fields'
import { pagination } from './paging'

/** The evidence of a hit: an excerpt around it, and the matched words as they are written there and in the title. */
const match = { snippet: z.string(), highlights: z.array(z.string()) }

/** `content` is the snippet. */
const threadHit = z.extend(threadInList, match)
export type ThreadHit = z.output<typeof threadHit>

/** A reply; `content` is the snippet. */
const postHit = z.extend(post, {
  ...match,
  thread: z.strictObject({ id, title: z.string(), boardId: id }),
})
export type PostHit = z.output<typeof postHit>

/** Near results of a query: threads and replies that contain much of its meaning, none of which is an exact result. */
const nearby = z.strictObject({ threads: z.array(threadHit), posts: z.array(postHit) })
export type Nearby = z.output<typeof nearby>

const memberHit = z.extend(author, { highlights: z.array(z.string()) })
export type MemberHit = z.output<typeof memberHit>

const filters = {
  q: searchQuery,
  /** A board, with those below it. */
  boardId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
  /** A username. */
  author: z.optional(typedName),
  /** Days count whole, `to` included. */
  from: z.optional(dayOrInstant),
  to: z.optional(dayOrInstant),
  sortBy: z._default(z.enum(['relevance', 'newest'], 'invalid'), 'relevance'),
}
export type SearchSort = 'relevance' | 'newest'

const givenSynonyms = z
  .array(
    z
      .array(synonym, 'invalid')
      .check(z.minLength(2, 'too_few'), z.maxLength(SYNONYMS_PER_ROW_MAX, 'too_many')),
    'invalid',
  )
  .check(z.maxLength(SYNONYM_ROWS_MAX, 'too_many'))

const synonymTable = z.strictObject({
  /** Each row is words that mean the same. */
  synonyms: z.array(z.array(z.string())),
  /** True if no admin has changed them. */
  isDefault: z.boolean(),
  /** Increases with every change; sent back, it prevents overwriting the table of another admin. */
  revision: z.int(),
})
export type SynonymTable = z.output<typeof synonymTable>

export const searchEndpoints = {
  search: endpoint({
    summary: 'The best threads, posts and members for a query, and how many there are of each',
    method: 'GET',
    path: '/search',
    limit: 'search',
    query: z.object(filters),
    response: z.strictObject({
      threads: z.array(threadHit),
      posts: z.array(postHit),
      users: z.array(memberHit),
      totals: z.strictObject({ threads: z.int(), posts: z.int(), users: z.int() }),
      /** Null unless fewer than 3 threads and posts are found. */
      nearby: z.nullable(nearby),
    }),
  }),

  searchThreads: endpoint({
    summary: 'Threads whose title or opening post contains all words of a query',
    method: 'GET',
    path: '/search/threads',
    limit: 'search',
    query: z.object({ ...filters, page, limit }),
    /** `nearby` is null unless fewer than 3 are found, and has no posts. */
    response: z.strictObject({ threads: z.array(threadHit), nearby: z.nullable(nearby), pagination }),
  }),

  searchPosts: endpoint({
    summary: 'Replies that contain all words of a query',
    method: 'GET',
    path: '/search/posts',
    limit: 'search',
    query: z.object({ ...filters, page, limit }),
    /** `nearby` is null unless fewer than 3 are found, and has no threads. */
    response: z.strictObject({ posts: z.array(postHit), nearby: z.nullable(nearby), pagination }),
  }),

  searchMembers: endpoint({
    summary:
      'Members by the beginning of their username, a part of their display name, its pinyin or initials',
    method: 'GET',
    path: '/search/users',
    limit: 'search',
    query: z.object({ q: searchQuery, page, limit }),
    response: z.strictObject({ users: z.array(memberHit), pagination }),
  }),

  getSynonyms: endpoint({
    summary: 'The words that searches take for one another where little is found (admins)',
    method: 'GET',
    path: '/admin/search/synonyms',
    access: 'member',
    confidential: true,
    response: synonymTable,
    errors: ['FORBIDDEN'],
  }),

  setSynonyms: endpoint({
    summary:
      'Replaces the table of synonyms, null by its default (admins), in force in every process within a second; with a revision it refuses to overwrite a newer table',
    method: 'PUT',
    path: '/admin/search/synonyms',
    access: 'member',
    limit: 'edit',
    body: z.object({ synonyms: z.nullable(givenSynonyms), revision: z.optional(z.int('invalid')) }),
    response: synonymTable,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),
}
