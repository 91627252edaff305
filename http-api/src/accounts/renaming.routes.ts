import type { MemberProfiles, ProfileMember } from '../members'
import { signedIn, type Handlers } from '../platform/http/mount'
import type { AuthService } from './auth.service'
import type { Renaming } from './renaming.service'

export const renamingRoutes = (
  auth: Pick<AuthService, 'present'>,
  renaming: Renaming,
  profiles: Pick<MemberProfiles, 'presentOne'>,
) =>
  ({
    changeUsername: async (call) => ({
      user: await auth.present(await renaming.renameOneself(signedIn(call), call.body.username)),
    }),
    renameMember: async (call) => {
      const viewer = signedIn(call)
      const member: ProfileMember = await renaming.renameMember(
        viewer,
        call.params.userId,
        call.body.username,
      )
      return profiles.presentOne(member, viewer)
    },
  }) satisfies Partial<Handlers>
