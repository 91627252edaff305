import { systemClock } from '@forum/shared/clock'
import { type CurrentUser } from '@forum/shared/contract'
import { ALL_RIGHTS, isMuted, type Actor } from '@forum/shared/policies'

/** When a member's mute ends, in milliseconds since 1970; null without one. */
export const muteEnd = (user: CurrentUser | null): number | null =>
  user?.mutedUntil ? Date.parse(user.mutedUntil) : null

/** Returns the actor for the policies, by which the page decides what it offers; the server checks again. */
export function actorOf(user: CurrentUser | null): Actor | null {
  if (user === null) return null
  const { id, role, moderatedBoardIds } = user
  const end = muteEnd(user)
  const mutedUntil = end === null ? null : new Date(end)
  // What a member does not see never reaches the page.
  return {
    id,
    role,
    moderatedBoardIds,
    isMuted: isMuted({ mutedUntil }, systemClock.now()),
    boards: ALL_RIGHTS,
  }
}
