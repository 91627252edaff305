import type { MemberProfiles } from '../../members'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { DisciplineService } from './discipline.service'

export const disciplineRoutes = (service: DisciplineService, profiles: MemberProfiles) =>
  ({
    banUser: async (call) => {
      const viewer = signedIn(call)
      const { banned, until = null, reason = '' } = call.body
      const { userId } = call.params
      const member = banned
        ? await service.ban(viewer.actor, userId, { until, reason })
        : await service.unban(viewer.actor, userId, { reason })
      return profiles.presentOne(member, viewer)
    },
    muteUser: async (call) => {
      const viewer = signedIn(call)
      const { until, reason = '' } = call.body
      const member = await service.mute(viewer.actor, call.params.userId, { until, reason })
      return profiles.presentOne(member, viewer)
    },
    listMemberSessions: async (call) => ({
      sessions: await service.sessionsOf(signedIn(call), call.params.userId),
    }),
    endMemberSessions: async (call) => {
      await service.endSessions(signedIn(call), call.params.userId)
    },
    setUserRole: async (call) => {
      const viewer = signedIn(call)
      const { role, reason = '' } = call.body
      const member = await service.setRole(viewer, call.params.userId, { role, reason })
      return profiles.presentOne(member, viewer)
    },
  }) satisfies Partial<Handlers>
