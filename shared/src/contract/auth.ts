import * as z from 'zod/mini'
import { AVATAR_MAX_BYTES } from '../limits'
import { endpoint, rawEndpoint } from './define'
import { density, currentUser, script, session, textSize, userSummary } from './entities'
import {
  anyDisplayName,
  displayName,
  email,
  flag,
  invitationCode,
  newPassword,
  newUsername,
  pathId,
  profileTexts,
  secondFactorCode,
  typedPassword,
} from './fields'
import { shieldFields } from './shield'

const signedIn = z.strictObject({ user: currentUser, token: z.string() })

export const authEndpoints = {
  register: endpoint({
    summary: 'Creates an account and signs it in',
    method: 'POST',
    path: '/auth/register',
    limit: 'register',
    ignoresToken: true,
    body: z.object({
      username: newUsername,
      email,
      password: newPassword,
      displayName: z.optional(displayName),
      /** The code of an invitation, needed while registration is by invitation. */
      invitation: z.optional(invitationCode),
      script: z.optional(script),
      ...shieldFields,
    }),
    status: 201,
    response: signedIn,
    errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN', 'CONTENT_BLOCKED', 'FORBIDDEN', 'INVITATION_REQUIRED'],
  }),

  login: endpoint({
    summary: 'Signs in with a username in any case, an e-mail address, or the name in an imported forum',
    method: 'POST',
    path: '/auth/login',
    whileReadOnly: true,
    // The handler counts attempts per name and address: it alone knows which of them failed.
    limit: null,
    ignoresToken: true,
    body: z.object({
      username: typedPassword,
      password: typedPassword,
      /** For members with a second factor: a code of their app, or a recovery code. */
      code: z.optional(secondFactorCode),
    }),
    response: signedIn,
    errors: [
      'INVALID_CREDENTIALS',
      'ACCOUNT_BANNED',
      'ACCOUNT_INACTIVE',
      'SECOND_FACTOR_REQUIRED',
      'WRONG_CODE',
    ],
  }),

  logout: endpoint({
    summary: 'Ends this session everywhere; without one it does nothing',
    method: 'POST',
    path: '/auth/logout',
    whileReadOnly: true,
    ignoresToken: true,
  }),

  me: endpoint({
    summary: 'The member who is signed in',
    method: 'GET',
    path: '/auth/me',
    access: 'member',
    response: z.strictObject({ user: currentUser }),
  }),

  listSessions: endpoint({
    summary: 'Where this account is signed in, most recently used first',
    method: 'GET',
    path: '/auth/sessions',
    access: 'member',
    response: z.strictObject({ sessions: z.array(session) }),
  }),

  revokeSession: endpoint({
    summary: 'Ends one of the caller’s own sessions',
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    access: 'member',
    params: z.object({ sessionId: pathId }),
    errors: ['NOT_FOUND'],
  }),

  updateProfile: endpoint({
    summary: 'Changes the caller’s own profile; `avatar: null` removes the picture',
    method: 'PUT',
    path: '/auth/profile',
    access: 'member',
    limit: 'edit',
    body: z.object({
      displayName: z.optional(anyDisplayName),
      ...z.partial(z.object(profileTexts)).shape,
      /** A URL that `POST /auth/avatar` returned to this member. */
      avatar: z.optional(z.nullable(z.string('invalid').check(z.maxLength(300, 'invalid')))),
      showOnline: z.optional(flag),
      density: z.optional(density),
      textSize: z.optional(textSize),
      script: z.optional(script),
      keepsHistory: z.optional(flag),
    }),
    response: z.strictObject({ user: currentUser }),
    errors: ['MUTED', 'CONTENT_BLOCKED'],
  }),

  changePassword: endpoint({
    summary:
      'Changes the password; this session continues with the new token, all others end. Without a password until now, sets the first one, for which a recent sign-in stands',
    method: 'PUT',
    path: '/auth/password',
    access: 'member',
    limit: 'password',
    body: z.object({
      currentPassword: z.optional(typedPassword),
      newPassword,
      /** For members with a second factor. */
      code: z.optional(secondFactorCode),
    }),
    response: signedIn,
    errors: ['WRONG_PASSWORD', 'PASSWORD_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE'],
  }),

  getPasswordHelp: endpoint({
    summary: 'Whether a link for a new password can be mailed; if not, whom to ask',
    method: 'GET',
    path: '/auth/forgot',
    ignoresToken: true,
    response: z.strictObject({
      mail: z.boolean(),
      /** The operator's address or note on how to be reached, as the operator wrote it; null if there is none. */
      contact: z.nullable(z.string()),
      /** Administrators who were here lately; none where mail is set up. */
      admins: z.array(userSummary),
    }),
  }),

  forgotPassword: endpoint({
    summary: 'Mails a link for a new password, whether or not there is such a member',
    method: 'POST',
    path: '/auth/forgot',
    limit: 'forgot',
    ignoresToken: true,
    /** A username or an e-mail address. */
    body: z.object({ username: typedPassword }),
    errors: ['UNAVAILABLE'],
  }),

  resetPassword: endpoint({
    summary: 'Sets a new password by a mailed token, ends all sessions and signs in',
    method: 'POST',
    path: '/auth/reset',
    limit: 'forgot',
    ignoresToken: true,
    body: z.object({
      token: typedPassword,
      password: newPassword,
      code: z.optional(secondFactorCode),
    }),
    response: signedIn,
    errors: ['ACCOUNT_BANNED', 'ACCOUNT_INACTIVE', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE'],
  }),

  exportAccount: rawEndpoint({
    summary: 'A zip of all that is kept about the caller; needs a password that was typed recently',
    method: 'POST',
    path: '/auth/export',
    whileReadOnly: true,
    access: 'member',
    limit: 'export',
    produces: ['application/zip'],
    errors: ['PASSWORD_REQUIRED'],
  }),

  deleteAccount: endpoint({
    summary:
      'Deletes the caller’s account; what it wrote stays under a neutral name, unless content says to erase it for ever',
    method: 'POST',
    path: '/auth/delete',
    access: 'member',
    limit: 'password',
    body: z.object({
      /** For members who have a password. */
      password: z.optional(typedPassword),
      /** For members with a second factor. */
      code: z.optional(secondFactorCode),
      content: z._default(z.enum(['keep', 'erase'], 'invalid'), 'keep'),
    }),
    errors: ['WRONG_PASSWORD', 'PASSWORD_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'WRONG_CODE', 'FORBIDDEN'],
  }),

  uploadAvatar: endpoint({
    summary: 'Gives the caller a picture: a JPEG, PNG or GIF, cut to a square',
    method: 'POST',
    path: '/auth/avatar',
    access: 'member',
    limit: 'avatar',
    upload: { field: 'avatar', maxBytes: AVATAR_MAX_BYTES },
    response: z.strictObject({ avatarUrl: z.string(), user: currentUser }),
    errors: ['MUTED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  }),
}
