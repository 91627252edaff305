import { type Api, type BodyOf } from '@forum/shared/contract'
import { resultOf } from '../../lib/result'
import { type Forum } from '../../store'

export const loadGroups = (forum: Forum) => resultOf(forum.call('listGroups').then(({ groups }) => groups))

/** Makes a group, or changes the one with this id. */
export const saveGroup = (forum: Forum, groupId: number | null, body: BodyOf<Api['createGroup']>) =>
  resultOf(
    groupId === null
      ? forum.call('createGroup', { body })
      : forum.call('updateGroup', { params: { groupId }, body }),
  )

export const deleteGroup = (forum: Forum, groupId: number) =>
  resultOf(forum.call('deleteGroup', { params: { groupId } }))

/** Loads the first pages of the requests to join a group, followed by its members. */
export const loadGroupMembers = (forum: Forum, groupId: number, pages: number) =>
  resultOf(
    Promise.all(
      Array.from({ length: pages }, (_, index) =>
        forum.call('listGroupMembers', { params: { groupId }, query: { page: index + 1, limit: 100 } }),
      ),
    ).then((responses) => ({
      members: responses.flatMap(({ members }) => members),
      hasNext: responses.at(-1)?.pagination.hasNext ?? false,
    })),
  )

/** Adds a member to a group, or takes one out; settles a request to join it. */
export const setGroupMember = (forum: Forum, groupId: number, userId: number, isMember: boolean) =>
  resultOf(forum.call(isMember ? 'addGroupMember' : 'removeGroupMember', { params: { groupId, userId } }))
