import * as z from 'zod/mini'
import { BATCH_MAX } from '../limits'
import { endpoint } from './define'
import { userSummary } from './entities'
import { id, pathId, reportReason, time } from './fields'

export const erasure = z.strictObject({
  id,
  /** `asked` until another admin confirms it, `running` until everything is gone. */
  status: z.enum(['asked', 'running', 'done']),
  /** The content to erase: single posts or a version of one, a file, a thread with its posts, or all posts of a member with the profile. */
  postIds: z.array(id),
  /** The version of the one post whose text is to be erased; null for the whole post. */
  version: z.nullable(z.int().check(z.positive())),
  /** A file of a post, which stays without it. */
  file: z.nullable(z.strictObject({ id, url: z.string() })),
  threadId: z.nullable(id),
  user: z.nullable(userSummary),
  reason: z.string(),
  askedBy: userSummary,
  askedAt: time,
  confirmedBy: z.nullable(userSummary),
  /** True if the caller may confirm it. */
  canConfirm: z.boolean(),
})
export type Erasure = z.output<typeof erasure>

const response = z.strictObject({ erasure })

export const erasureEndpoints = {
  askErasure: endpoint({
    summary:
      'Asks to erase posts, an earlier version of one, a file, a thread or everything of a member for ever (admins, with a fresh password); another admin confirms it',
    method: 'POST',
    path: '/moderation/erasures',
    access: 'member',
    limit: 'discipline',
    body: z
      .object({
        postIds: z.optional(
          z.array(id, 'invalid').check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'too_many')),
        ),
        threadId: z.optional(id),
        userId: z.optional(id),
        fileId: z.optional(id),
        /** With one post: only the text that it had as this version, which it no longer has. */
        version: z.optional(z.int('invalid').check(z.positive('invalid'))),
        reason: reportReason,
      })
      .check(
        z.refine(
          ({ postIds, threadId, userId, fileId }) =>
            [postIds, threadId, userId, fileId].filter((given) => given !== undefined).length === 1,
          { error: 'required', path: ['postIds'] },
        ),
        z.refine(({ postIds, version }) => version === undefined || postIds?.length === 1, {
          error: 'invalid',
          path: ['version'],
        }),
      ),
    status: 201,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'PASSWORD_REQUIRED'],
  }),

  confirmErasure: endpoint({
    summary:
      'Confirms an erasure (another admin, with a fresh password; the same one where there is no other), which cannot be taken back',
    method: 'POST',
    path: '/moderation/erasures/:erasureId/confirm',
    access: 'member',
    limit: 'discipline',
    params: z.object({ erasureId: pathId }),
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PASSWORD_REQUIRED'],
  }),

  listErasures: endpoint({
    summary: 'The latest erasures, those that wait for a second admin first (admins)',
    method: 'GET',
    path: '/moderation/erasures',
    access: 'member',
    confidential: true,
    response: z.strictObject({ erasures: z.array(erasure) }),
    errors: ['FORBIDDEN'],
  }),
}
