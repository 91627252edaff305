import type { Clock } from '@forum/shared/clock'
import type { User } from '@forum/shared/contract'
import type { Viewer } from '../platform/http/viewer'
import { asOf } from './account-status'
import type { ProfileMember } from './members.model'
import { presentUser } from './members.presenter'

/** Presents the public profiles of members to a reader. */
export class MemberProfiles {
  constructor(
    private readonly deps: {
      /** Returns which of these members were seen recently. */
      onlineAmong: (ids: readonly number[]) => Promise<ReadonlySet<number>>
      /** Returns the boards that everyone sees. */
      openBoards: () => Promise<ReadonlySet<number>>
      clock: Clock
    },
  ) {}

  async present(members: readonly ProfileMember[], viewer: Viewer | null): Promise<User[]> {
    const reader = viewer?.actor ?? null
    const shown = members.filter(({ showOnline }) => reader !== null && showOnline)
    const online =
      shown.length === 0 ? new Set<number>() : await this.deps.onlineAmong(shown.map((member) => member._id))
    const now = this.deps.clock.now()
    const openBoards = await this.deps.openBoards()
    return members.map((member) =>
      presentUser(asOf(member, now), { reader, isOnline: online.has(member._id), openBoards }),
    )
  }

  async presentOne(member: ProfileMember, viewer: Viewer | null): Promise<{ user: User }> {
    const [user] = await this.present([member], viewer)
    if (!user) throw new Error('the member was not presented')
    return { user }
  }
}
