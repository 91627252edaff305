import * as z from 'zod/mini'

/** The sort keys of thread lists (docs/api.md); the order is accepted in upper and lower case. */
export const sortBy = z._default(
  z.enum(['createdAt', 'lastPostAt', 'replyCount', 'viewCount'], 'invalid'),
  'lastPostAt',
)
export type SortBy = z.output<typeof sortBy>

export const sortOrder = z._default(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((s) => s.toUpperCase()),
    ),
    z.enum(['ASC', 'DESC'], 'invalid'),
  ),
  'DESC',
)
export type SortOrder = z.output<typeof sortOrder>
