import * as z from 'zod/mini'
import { endpoint } from './define'
import { post, userSummary } from './entities'
import { id, pathId } from './fields'

const params = z.object({ postId: pathId })
/** The post with its co-authors; `invited` is empty for everyone but its author. */
const response = z.strictObject({ post, invited: z.array(userSummary) })

export const coauthorEndpoints = {
  listCoauthors: endpoint({
    summary: 'Who writes a post with its author, and, for the author, who is invited to',
    method: 'GET',
    path: '/posts/:postId/coauthors',
    access: 'member',
    params,
    response,
    errors: ['NOT_FOUND'],
  }),

  inviteCoauthor: endpoint({
    summary:
      'Invites a member to write the opening post of a thread with its author, who shows their name; once the member accepts, they may edit its text and title',
    method: 'POST',
    path: '/posts/:postId/coauthors',
    access: 'member',
    needsAgreement: true,
    limit: 'edit',
    params,
    body: z.object({ userId: id }),
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'THREAD_LOCKED'],
  }),

  acceptCoauthoring: endpoint({
    summary: 'Accepts the invitation to write a post with its author',
    method: 'POST',
    path: '/posts/:postId/coauthors/accept',
    access: 'member',
    needsAgreement: true,
    limit: 'edit',
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  removeCoauthor: endpoint({
    summary:
      'Ends that a member writes a post or is invited to: its author does, and every member for themselves',
    method: 'DELETE',
    path: '/posts/:postId/coauthors/:userId',
    access: 'member',
    limit: 'edit',
    params: z.object({ postId: pathId, userId: pathId }),
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
}
