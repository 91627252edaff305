import * as z from 'zod/mini'
import { endpoint } from './define'
import { userSummary } from './entities'
import { id, pathId, reportReason, time } from './fields'

export const report = z.strictObject({
  id,
  post: z.strictObject({
    id,
    number: z.int(),
    threadId: id,
    /** The beginning of the post as it reads now; its history has what it said before. */
    excerpt: z.string(),
    author: userSummary,
  }),
  thread: z.strictObject({ id, title: z.string(), boardId: id }),
  reporter: userSummary,
  reason: z.string(),
  status: z.enum(['open', 'resolved', 'dismissed']),
  /** Null while the report is open, as are the time and the note. */
  handledBy: z.nullable(userSummary),
  handledAt: z.nullable(time),
  note: z.nullable(z.string()),
  createdAt: time,
})
export type Report = z.output<typeof report>

export const reportPost = endpoint({
  name: 'reportPost',
  summary: 'Reports a post to the moderators; a member has one open report on a post',
  method: 'POST',
  path: '/posts/:postId/report',
  access: 'member',
  limit: 'report',
  params: z.object({ postId: pathId }),
  body: z.object({ reason: reportReason }),
  status: 201,
  response: z.strictObject({ report }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
})
