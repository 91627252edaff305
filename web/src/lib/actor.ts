import { systemClock } from '@forum/shared/clock'
import { type CurrentUser } from '@forum/shared/contract'
import { ALL_RIGHTS, isMuted, type Actor } from '@forum/shared/policies'

/** Returns the time when a member's mute ends, in milliseconds since 1970; null without one. */
const muteEnd = (user: CurrentUser | null): number | null =>
  user?.mutedUntil ? Date.parse(user.mutedUntil) : null

/**
 * Returns the time when a member's mute in a board ends, whether it covers the site or that board alone; null without
 * one.
 */
export function muteEndIn(user: CurrentUser | null, boardId: number | null): number | null {
  const boardMute = user?.boardMutes?.find((mute) => mute.boardId === boardId)
  const ends = [muteEnd(user), boardMute ? Date.parse(boardMute.until) : null].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Returns the actor for the policies, by which the page decides what to offer; the server checks again. */
export function actorOf(user: CurrentUser | null): Actor | null {
  if (user === null) return null
  const { id, role, moderatedBoardIds } = user
  const end = muteEnd(user)
  const mutedUntil = end === null ? null : new Date(end)
  const now = systemClock.now()
  const mutedIn = (user.boardMutes ?? []).filter(({ until }) => new Date(until) > now)
  // The server only sends what the member may see, so the page needs no closer rights in boards.
  return {
    id,
    role,
    moderatedBoardIds,
    isMuted: isMuted({ mutedUntil }, now),
    ...(mutedIn.length > 0 ? { mutedIn: new Set(mutedIn.map(({ boardId }) => boardId)) } : {}),
    boards: ALL_RIGHTS,
  }
}
