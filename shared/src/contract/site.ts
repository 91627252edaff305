import * as z from 'zod/mini'
import { endpoint, rawEndpoint } from './define'
import { announcement, userSummary } from './entities'
import { announcementText, instant, pathId } from './fields'

const count = z.int().check(z.nonnegative())

const RSS = ['application/rss+xml'] as const

export const siteEndpoints = {
  stats: endpoint({
    summary: 'How many members, threads and posts there are, who is new, and how many people are online',
    method: 'GET',
    path: '/stats',
    response: z.strictObject({
      users: count,
      threads: count,
      posts: count,
      online: count,
      newestUser: z.nullable(userSummary),
    }),
  }),

  getAnnouncement: endpoint({
    summary: 'The announcement above the home page',
    method: 'GET',
    path: '/announcement',
    response: z.strictObject({ announcement }),
  }),

  setAnnouncement: endpoint({
    summary:
      'Replaces the announcement, until a time in the future or for good; an empty text removes it (admins)',
    method: 'PUT',
    path: '/announcement',
    access: 'member',
    limit: 'edit',
    body: z.object({ text: announcementText, until: z.optional(z.nullable(instant)) }),
    response: z.strictObject({ announcement }),
    errors: ['FORBIDDEN'],
  }),

  feed: rawEndpoint({
    summary: 'The newest threads as RSS',
    method: 'GET',
    path: '/feed.xml',
    produces: RSS,
  }),

  boardFeed: rawEndpoint({
    summary: 'The newest threads of a board and its sub-boards as RSS',
    method: 'GET',
    path: '/boards/:boardId/feed.xml',
    params: z.object({ boardId: pathId }),
    produces: RSS,
    errors: ['NOT_FOUND'],
  }),
}
