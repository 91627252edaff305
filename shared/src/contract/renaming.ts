import * as z from 'zod/mini'
import { endpoint } from './define'
import { currentUser, user } from './entities'
import { newUsername, pathId } from './fields'

const body = z.object({ username: newUsername })

export const renamingEndpoints = {
  changeUsername: endpoint({
    summary:
      'Gives the caller another username, from `renamableAt` on; the old one leads to it. Needs a password that was typed recently',
    method: 'POST',
    path: '/auth/username',
    access: 'member',
    limit: 'edit',
    body,
    response: z.strictObject({ user: currentUser }),
    errors: ['PASSWORD_REQUIRED', 'USERNAME_TAKEN', 'CONTENT_BLOCKED', 'CONFLICT'],
  }),

  renameMember: endpoint({
    summary:
      'For admins: gives a member of a lower role another username; needs a password that was typed recently',
    method: 'PUT',
    path: '/admin/members/:userId/username',
    access: 'member',
    limit: 'discipline',
    params: z.object({ userId: pathId }),
    body,
    response: z.strictObject({ user }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'PASSWORD_REQUIRED', 'USERNAME_TAKEN', 'CONTENT_BLOCKED', 'CONFLICT'],
  }),
}
