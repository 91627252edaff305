import * as z from 'zod/mini'
import { GROUP_JOININGS } from '../access'
import { GROUP_DAYS_MAX, GROUP_POSTS_MAX } from '../limits'
import { endpoint } from './define'
import { userSummary } from './entities'
import { boardTitle, id, invitationCode, limit, page, pathId, time } from './fields'
import { pagination } from './paging'

const joining = z.enum(GROUP_JOININGS, 'invalid')
const group = z.strictObject({
  id,
  name: z.string(),
  joining,
  /** The code that admits members; null unless the group is joined by code. */
  code: z.nullable(z.string()),
  /**
   * A group that fills automatically has all members who joined the forum at least so many days ago and have so many
   * posts.
   */
  days: z.int(),
  posts: z.int(),
  /** The number of added members; those who came in by age and posts are not counted. */
  memberCount: z.int(),
  requestCount: z.int(),
})
export type Group = z.output<typeof group>

const standing = z.enum(['member', 'asked', 'none'])
/** A group as members see it. */
const ownGroup = z.strictObject({ id, name: z.string(), joining, standing })
export type OwnGroup = z.output<typeof ownGroup>

const groupMember = z.strictObject({
  user: userSummary,
  standing: z.enum(['member', 'asked']),
  /** Null for a member. */
  askedAt: z.nullable(time),
})
export type GroupMember = z.output<typeof groupMember>

const name = boardTitle
const upTo = (most: number) => z.int('invalid').check(z.minimum(0, 'range'), z.maximum(most, 'range'))
const fields = {
  joining: z.optional(joining),
  days: z.optional(upTo(GROUP_DAYS_MAX)),
  posts: z.optional(upTo(GROUP_POSTS_MAX)),
}
const params = z.object({ groupId: pathId })
const ofMember = z.object({ groupId: pathId, userId: pathId })

export const groupEndpoints = {
  listOwnGroups: endpoint({
    summary: 'The groups that the caller is in, asks to join, or may join',
    method: 'GET',
    path: '/groups',
    access: 'member',
    response: z.strictObject({ groups: z.array(ownGroup) }),
  }),

  joinGroup: endpoint({
    summary: 'Joins a group with its code, or asks to join one that admins let in on request',
    method: 'POST',
    path: '/groups/:groupId/join',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ code: z.optional(invitationCode) }),
    response: z.strictObject({ standing: z.enum(['member', 'asked']) }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  leaveGroup: endpoint({
    summary: 'Leaves a group, or withdraws the request to join it',
    method: 'POST',
    path: '/groups/:groupId/leave',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['NOT_FOUND'],
  }),

  listGroups: endpoint({
    summary: 'All groups of members, to which boards can be open (admins)',
    method: 'GET',
    path: '/admin/groups',
    access: 'member',
    confidential: true,
    response: z.strictObject({ groups: z.array(group) }),
    errors: ['FORBIDDEN'],
  }),

  createGroup: endpoint({
    summary: 'Makes a group (admins)',
    method: 'POST',
    path: '/admin/groups',
    access: 'member',
    limit: 'edit',
    body: z.object({ ...fields, name, joining }),
    status: 201,
    response: z.strictObject({ group }),
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  updateGroup: endpoint({
    summary: 'Renames a group or changes how members join it (admins)',
    method: 'PUT',
    path: '/admin/groups/:groupId',
    access: 'member',
    limit: 'edit',
    params,
    body: z.object({ ...fields, name: z.optional(name) }),
    response: z.strictObject({ group }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  deleteGroup: endpoint({
    summary: 'Removes a group to which no board is open (admins)',
    method: 'DELETE',
    path: '/admin/groups/:groupId',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  listGroupMembers: endpoint({
    summary: 'Who asks to join a group, the earliest first, then who was added to it (admins)',
    method: 'GET',
    path: '/admin/groups/:groupId/members',
    access: 'member',
    params,
    query: z.object({ page, limit }),
    response: z.strictObject({ members: z.array(groupMember), pagination }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  addGroupMember: endpoint({
    summary: 'Adds a member to a group, or grants the request to join it (admins)',
    method: 'PUT',
    path: '/admin/groups/:groupId/members/:userId',
    access: 'member',
    limit: 'edit',
    params: ofMember,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  removeGroupMember: endpoint({
    summary: 'Takes a member out of a group, or refuses the request to join it (admins)',
    method: 'DELETE',
    path: '/admin/groups/:groupId/members/:userId',
    access: 'member',
    limit: 'edit',
    params: ofMember,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
}
