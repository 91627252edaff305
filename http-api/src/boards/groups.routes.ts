import { signedIn, type Handlers } from '../platform/http/mount'
import type { Groups } from './groups.service'

export const groupRoutes = (groups: Groups) =>
  ({
    listOwnGroups: async (call) => ({ groups: await groups.listFor(signedIn(call)) }),
    joinGroup: async (call) => ({
      standing: await groups.join(signedIn(call), call.params.groupId, call.body.code),
    }),
    leaveGroup: async (call) => {
      await groups.leave(signedIn(call), call.params.groupId)
    },
    listGroups: async (call) => ({ groups: await groups.list(signedIn(call)) }),
    createGroup: async (call) => ({ group: await groups.create(signedIn(call), call.body) }),
    updateGroup: async (call) => ({
      group: await groups.update(signedIn(call), call.params.groupId, call.body),
    }),
    deleteGroup: async (call) => {
      await groups.remove(signedIn(call), call.params.groupId)
    },
    listGroupMembers: (call) => groups.membersOf(signedIn(call), call.params.groupId, call.query),
    addGroupMember: async (call) => {
      const { groupId, userId } = call.params
      await groups.setMember(signedIn(call), groupId, userId, true)
    },
    removeGroupMember: async (call) => {
      const { groupId, userId } = call.params
      await groups.setMember(signedIn(call), groupId, userId, false)
    },
  }) satisfies Partial<Handlers>
