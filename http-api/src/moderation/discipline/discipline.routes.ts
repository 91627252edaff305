import { presentWarning, type MemberProfiles, type MemberQueries } from '../../members'
import type { Ids } from '../../platform/mongo/ids'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Viewer } from '../../platform/http/viewer'
import { undoOf } from '../../record'
import type { BoardMutes } from './board-mutes.service'
import type { Disciplined, DisciplineService } from './discipline.service'

export const disciplineRoutes = ({
  service,
  boardMutes,
  members,
  profiles,
  ids,
}: {
  service: DisciplineService
  boardMutes: BoardMutes
  members: MemberQueries
  profiles: MemberProfiles
  ids: Ids
}): Pick<
  Handlers,
  | 'banUser'
  | 'muteUser'
  | 'clearProfile'
  | 'warnUser'
  | 'readWarning'
  | 'listMemberSessions'
  | 'endMemberSessions'
  | 'setUserRole'
> => {
  const shown = async ({ member, logged }: Disciplined, viewer: Viewer) => ({
    ...(await profiles.presentOne(member, viewer)),
    undo: undoOf(logged),
  })
  return {
    banUser: async (call) => {
      const viewer = signedIn(call)
      const { banned, until = null, reason } = call.body
      const { userId } = call.params
      const done = banned
        ? await service.ban(viewer.actor, userId, { until, reason })
        : await service.unban(viewer.actor, userId, { reason })
      return shown(done, viewer)
    },
    muteUser: async (call) => {
      const viewer = signedIn(call)
      const { until, reason, boardId } = call.body
      const { userId } = call.params
      if (boardId !== undefined) {
        const { logged } = await boardMutes.set(viewer.actor, userId, { boardId, until, reason })
        return shown({ member: await members.byId(userId), logged }, viewer)
      }
      const done = await service.mute(viewer.actor, userId, { until, reason })
      return shown(done, viewer)
    },
    clearProfile: async (call) => {
      const viewer = signedIn(call)
      const { fields, reason } = call.body
      const to = Object.fromEntries(fields.map((name) => [name, name === 'avatar' ? null : '']))
      return shown(await service.setProfile(viewer.actor, call.params.userId, { to, reason }), viewer)
    },
    warnUser: async (call) => {
      const { text, until = null } = call.body
      const given = { id: await ids.next('warnings'), text, until }
      const { warning, logged } = await service.warn(signedIn(call).actor, call.params.userId, given)
      return { warning: presentWarning(warning), undo: undoOf(logged) }
    },
    readWarning: async (call) => {
      await service.readWarning(signedIn(call), call.params.warningId)
    },
    listMemberSessions: async (call) => ({
      sessions: await service.sessionsOf(signedIn(call), call.params.userId),
    }),
    endMemberSessions: async (call) => {
      await service.endSessions(signedIn(call), call.params.userId)
    },
    setUserRole: async (call) => {
      const viewer = signedIn(call)
      const { role, reason } = call.body
      const done = await service.setRole(viewer, call.params.userId, { role, reason })
      return shown(done, viewer)
    },
  }
}
