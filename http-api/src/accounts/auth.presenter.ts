import type { TokenHolder } from '@forum/shared/contract'
import { presentSummary } from '../members'
import type { SessionViewer } from './sessions.service'

/** Returns the facts about the member behind a token that a gateway may know. */
export const presentTokenHolder = (viewer: SessionViewer): TokenHolder => ({
  sessionId: viewer.sessionId,
  user: { ...presentSummary(viewer.member, viewer.member._id), role: viewer.actor.role },
  moderatedBoardIds: [...viewer.actor.moderatedBoardIds],
  gates: [...viewer.actor.boards.gates],
  showOnline: viewer.member.showOnline,
  expiresAt: viewer.expiresAt.toISOString(),
})
