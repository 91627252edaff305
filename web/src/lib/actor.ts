import { type CurrentUser } from '@forum/shared/contract'
import { type Actor } from '@forum/shared/policies'

/** Returns the actor for the policies; only the server knows whether a member is muted. */
export function actorOf(user: CurrentUser | null): Actor | null {
  return user === null
    ? null
    : { id: user.id, role: user.role, moderatedBoardIds: user.moderatedBoardIds, isMuted: false }
}
