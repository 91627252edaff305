import * as z from 'zod/mini'
import { endpoint } from './define'
import { currentUser } from './entities'
import { email, typedPassword } from './fields'

const response = z.strictObject({ user: currentUser })
const token = typedPassword

export const emailEndpoints = {
  changeEmail: endpoint({
    summary:
      'Asks for another address, which replaces the present one once the link mailed to it is opened; the present one drops what was asked for. Needs a password that was typed recently',
    method: 'POST',
    path: '/auth/email',
    access: 'member',
    limit: 'changeEmail',
    body: z.object({ email }),
    status: 202,
    response,
    errors: ['PASSWORD_REQUIRED'],
  }),

  cancelEmailChange: endpoint({
    summary: 'Drops the address that the caller asked for and has not confirmed',
    method: 'DELETE',
    path: '/auth/email',
    access: 'member',
    limit: 'edit',
    response,
  }),

  verifyEmail: endpoint({
    summary:
      'Confirms an address by the token mailed to it; returns the account if the caller is signed in to it',
    method: 'POST',
    path: '/auth/email/verify',
    limit: 'mailedLink',
    body: z.object({ token }),
    response: z.strictObject({ user: z.optional(currentUser) }),
    errors: ['EMAIL_TAKEN'],
  }),

  resendEmail: endpoint({
    summary:
      'Mails the link again by which the caller confirms an address; nothing if none is to be confirmed',
    method: 'POST',
    path: '/auth/email/resend',
    access: 'member',
    limit: 'resendEmail',
  }),

  undoEmail: endpoint({
    summary:
      'Returns an account to its earlier address, by the token mailed there when another was asked for, and ends its sessions',
    method: 'POST',
    path: '/auth/email/undo',
    limit: 'forgot',
    ignoresToken: true,
    body: z.object({ token }),
    errors: ['EMAIL_TAKEN'],
  }),
}
