import * as z from 'zod/mini'
import { PAGE_SIZE_MAX, USER_SEARCH_LIMIT } from '../limits'
import { endpoint } from './define'
import { acted, role, session, user, userSummary, warning } from './entities'
import {
  flag,
  id,
  instant,
  limit,
  page,
  pathId,
  queryNumber,
  queryText,
  PROFILE_TEXTS,
  reason,
  reportReason,
  time,
} from './fields'
import { pagination } from './paging'

const params = z.object({ userId: pathId })
const response = z.strictObject({ user })
const actedOn = z.extend(acted, { user })

/** The parts of a profile that moderators can empty. */
export const CLEARABLE = [...PROFILE_TEXTS, 'avatar', 'displayName'] as const
export type Clearable = (typeof CLEARABLE)[number]

export const memberEndpoints = {
  listUsers: endpoint({
    summary: 'Members with an open account, the newest first',
    method: 'GET',
    path: '/users',
    access: 'member',
    query: z.object({ page, limit }),
    response: z.strictObject({ users: z.array(user), pagination }),
  }),

  listMembers: endpoint({
    summary:
      'For admins: moderators, those of single boards included, and admins, or members of any status whose username begins with a text or whose display name contains it',
    method: 'GET',
    path: '/admin/members',
    access: 'member',
    confidential: true,
    query: z.object({ page, limit, q: z.optional(queryText) }),
    response: z.strictObject({ users: z.array(user), pagination }),
    errors: ['FORBIDDEN'],
  }),

  listMemberSessions: endpoint({
    summary: 'For admins: where a member of a lower role is signed in, most recently used first',
    method: 'GET',
    path: '/admin/members/:userId/sessions',
    access: 'member',
    confidential: true,
    params,
    response: z.strictObject({ sessions: z.array(session) }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  endMemberSessions: endpoint({
    summary: 'For admins: signs a member of a lower role out everywhere',
    method: 'DELETE',
    path: '/admin/members/:userId/sessions',
    access: 'member',
    limit: 'discipline',
    params,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  createResetLink: endpoint({
    summary:
      'A link with which a member of a lower role sets another password, for admins to pass on; needs a password that was typed recently',
    method: 'POST',
    path: '/admin/members/:userId/reset-link',
    access: 'member',
    limit: 'discipline',
    confidential: true,
    params,
    status: 201,
    response: z.strictObject({ link: z.string(), expiresAt: time }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'PASSWORD_REQUIRED'],
  }),

  searchUsers: endpoint({
    summary: 'Members whose username begins with a text or whose display name contains it',
    method: 'GET',
    path: '/users/search',
    access: 'member',
    query: z.object({
      q: queryText,
      limit: z._default(queryNumber(1, PAGE_SIZE_MAX), USER_SEARCH_LIMIT),
    }),
    response: z.strictObject({ users: z.array(userSummary) }),
  }),

  getUser: endpoint({
    summary: 'The public profile of a member',
    method: 'GET',
    path: '/users/:userId',
    params,
    response,
    errors: ['NOT_FOUND'],
  }),

  blockUser: endpoint({
    summary: 'Blocks a member, who is then hidden from the caller and no longer reaches them, or ends that',
    method: 'PUT',
    path: '/users/:userId/block',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ blocked: flag }),
    response: z.strictObject({ blocked: z.boolean() }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  listBlocked: endpoint({
    summary: 'The members that the caller has blocked, the latest first',
    method: 'GET',
    path: '/auth/blocks',
    access: 'member',
    response: z.strictObject({ users: z.array(userSummary) }),
  }),

  followUser: endpoint({
    summary: 'Follows a member, whose new threads then notify the caller, or ends that',
    method: 'PUT',
    path: '/users/:userId/follow',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ followed: flag }),
    response: z.strictObject({ followed: z.boolean() }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  listFollowing: endpoint({
    summary: 'The members that the caller follows, the latest first',
    method: 'GET',
    path: '/auth/following',
    access: 'member',
    response: z.strictObject({ users: z.array(userSummary) }),
  }),

  banUser: endpoint({
    summary: 'Bans a member until a time or for good and ends their sessions, or lifts the ban',
    method: 'PUT',
    path: '/users/:userId/ban',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({
      banned: flag,
      until: z.optional(z.nullable(instant)),
      reason: z.optional(reason),
    }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  muteUser: endpoint({
    summary:
      'Keeps a member from writing until a time; null lifts it. With `boardId` only in that board and its sub-boards, which its moderators may',
    method: 'PUT',
    path: '/users/:userId/mute',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({ until: z.nullable(instant), reason: z.optional(reason), boardId: z.optional(id) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),

  clearProfile: endpoint({
    summary: 'Empties parts of a profile: signature, picture or display name (moderators of every board)',
    method: 'POST',
    path: '/users/:userId/clear',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({
      fields: z.array(z.enum(CLEARABLE, 'invalid'), 'invalid').check(z.minLength(1, 'required')),
      reason: z.optional(reason),
    }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  warnUser: endpoint({
    summary:
      'Warns a member, who has to read it before writing on: until then writing is 403 WARNING_UNREAD (moderators of every board)',
    method: 'POST',
    path: '/users/:userId/warn',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({ text: reportReason, until: z.optional(z.nullable(instant)) }),
    status: 201,
    response: z.extend(acted, { warning }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  readWarning: endpoint({
    summary: 'Confirms that the caller has read a warning; again changes nothing',
    method: 'POST',
    path: '/auth/warnings/:warningId/read',
    whileReadOnly: true,
    access: 'member',
    params: z.object({ warningId: pathId }),
    errors: ['NOT_FOUND'],
  }),

  setUserRole: endpoint({
    summary: 'Gives a member a role (admins)',
    method: 'PUT',
    path: '/users/:userId/role',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({ role, reason: z.optional(reason) }),
    response: actedOn,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'PASSWORD_REQUIRED'],
  }),
}
