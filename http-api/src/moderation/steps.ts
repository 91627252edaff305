import type { Role } from '@forum/shared/contract'
import { ALL_RIGHTS } from '@forum/shared/policies'
import type { ThreadEventDoc } from '../log'
import { isRefusal } from '../platform/refusals'
import type { Viewer } from '../platform/http/viewer'

/** The member as whom a job is done in the background. Whether they may was decided when they asked for it. */
export const viewerOf = (id: number, role: Role): Viewer => ({
  sessionId: 0,
  expiresAt: new Date(0),
  actor: { id, role, moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS },
})

/** Returns null for what is refused for good, such as a thread whose board no longer exists. */
export async function unlessRefused(step: Promise<ThreadEventDoc | null>): Promise<ThreadEventDoc | null> {
  try {
    return await step
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
