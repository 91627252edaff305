import * as z from 'zod/mini'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '../limits'
import { endpoint } from './define'
import { userSummary } from './entities'
import { invitationCode, time, numberUpTo } from './fields'

const invitation = z.strictObject({
  /** The code that a newcomer types. */
  code: z.string(),
  /** The number of registrations that it allows, and of those that used it. */
  uses: z.int(),
  used: z.int(),
  createdBy: userSummary,
  createdAt: time,
  expiresAt: time,
  /** When it ended, was withdrawn or was used up; null while it can be used. */
  endedAt: z.nullable(time),
})
export type Invitation = z.output<typeof invitation>

export const invitationEndpoints = {
  listInvitations: endpoint({
    summary:
      'The invitations that can be used, then those that ended within 30 days, the newest first (admins)',
    method: 'GET',
    path: '/admin/invitations',
    access: 'member',
    confidential: true,
    response: z.strictObject({ invitations: z.array(invitation) }),
    errors: ['FORBIDDEN'],
  }),

  createInvitation: endpoint({
    summary:
      'Makes a code with which some may register within some days, while registration is by invitation (admins)',
    method: 'POST',
    path: '/admin/invitations',
    access: 'member',
    limit: 'edit',
    body: z.object({ uses: numberUpTo(INVITATION_USES_MAX), days: numberUpTo(INVITATION_DAYS_MAX) }),
    status: 201,
    response: z.strictObject({ invitation }),
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  withdrawInvitation: endpoint({
    summary: 'Ends an invitation (admins)',
    method: 'DELETE',
    path: '/admin/invitations/:code',
    access: 'member',
    limit: 'edit',
    params: z.object({ code: invitationCode }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
}
