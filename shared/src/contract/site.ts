import * as z from 'zod/mini'
import { endpoint, rawEndpoint } from './define'
import { announcement, userSummary } from './entities'
import { announcementText, filledAnnouncementText, id, instant, pathId, time } from './fields'

const count = z.int().check(z.nonnegative())

const RSS = ['application/rss+xml'] as const

const audience = z.enum(['everyone', 'members', 'newcomers'], 'invalid')

/** An announcement among those of a reader; 0 is the id of the notice that the site is read-only. */
const listedAnnouncement = z.strictObject({
  id: count,
  text: z.string(),
  from: z.nullable(time),
  until: z.nullable(time),
  audience,
  boardId: z.nullable(id),
  updatedAt: time,
})
export type ListedAnnouncement = z.output<typeof listedAnnouncement>

const givenAnnouncement = z.object({
  text: filledAnnouncementText,
  from: z.optional(z.nullable(instant)),
  until: z.optional(z.nullable(instant)),
  audience: z.optional(audience),
  boardId: z.optional(z.nullable(id)),
})
export type GivenAnnouncement = z.output<typeof givenAnnouncement>

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

  listAnnouncements: endpoint({
    summary: 'The announcements that the caller sees now: those of the whole site, or of one board',
    method: 'GET',
    path: '/announcements',
    query: z.object({ boardId: z.optional(pathId) }),
    response: z.strictObject({ announcements: z.array(listedAnnouncement) }),
  }),

  listAllAnnouncements: endpoint({
    summary: 'All announcements, also those to come and those that are over (admins)',
    method: 'GET',
    path: '/admin/announcements',
    access: 'member',
    response: z.strictObject({ announcements: z.array(listedAnnouncement) }),
    errors: ['FORBIDDEN'],
  }),

  createAnnouncement: endpoint({
    summary: 'Announces something to everyone, to members, to newcomers or in a board (admins)',
    method: 'POST',
    path: '/admin/announcements',
    access: 'member',
    limit: 'edit',
    body: givenAnnouncement,
    status: 201,
    response: z.strictObject({ announcement: listedAnnouncement }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  updateAnnouncement: endpoint({
    summary: 'Replaces an announcement (admins)',
    method: 'PUT',
    path: '/admin/announcements/:announcementId',
    access: 'member',
    limit: 'edit',
    params: z.object({ announcementId: pathId }),
    body: givenAnnouncement,
    response: z.strictObject({ announcement: listedAnnouncement }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  deleteAnnouncement: endpoint({
    summary: 'Removes an announcement (admins)',
    method: 'DELETE',
    path: '/admin/announcements/:announcementId',
    access: 'member',
    limit: 'edit',
    params: z.object({ announcementId: pathId }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
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
