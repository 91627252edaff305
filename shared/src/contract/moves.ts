import * as z from 'zod/mini'
import { BATCH_MAX } from '../limits'
import { endpoint } from './define'
import { acted, thread } from './entities'
import { id, pathId, reason, title } from './fields'

const params = z.object({ threadId: pathId })
/** The thread that the posts are in now. */
const movedTo = z.extend(acted, { thread })

export const moveEndpoints = {
  splitThread: endpoint({
    summary:
      'Moves replies of a thread into a new one, with a title and a board, or into an existing one, with its threadId (who moderates both boards); they keep their ids and get new numbers at its end, and their old places lead there',
    method: 'POST',
    path: '/threads/:threadId/split',
    access: 'member',
    limit: 'edit',
    idempotent: true,
    params,
    body: z
      .object({
        postIds: z.array(id, 'invalid').check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'too_many')),
        title: z.optional(title),
        boardId: z.optional(id),
        threadId: z.optional(id),
        reason: z.optional(reason),
      })
      .check(
        z.refine(({ threadId, title }) => threadId !== undefined || title !== undefined, {
          error: 'required',
          path: ['title'],
        }),
        z.refine(({ threadId, boardId }) => threadId !== undefined || boardId !== undefined, {
          error: 'required',
          path: ['boardId'],
        }),
      ),
    response: movedTo,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'BOARD_HAS_CHILDREN', 'CONFLICT', 'CONTENT_BLOCKED'],
  }),

  mergeThread: endpoint({
    summary:
      'Moves all posts of a thread to the end of another one (who moderates both boards); its addresses lead there from then on',
    method: 'POST',
    path: '/threads/:threadId/merge',
    access: 'member',
    limit: 'edit',
    idempotent: true,
    params,
    body: z.object({ into: id, reason: z.optional(reason) }),
    response: movedTo,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
} as const
