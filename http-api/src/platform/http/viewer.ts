import type { TokenScope } from '@forum/shared/contract'
import type { Actor } from '@forum/shared/policies'

/** The signed-in member behind a call. */
export interface Viewer {
  sessionId: number
  expiresAt: Date
  actor: Actor
  /** What a personal token is meant for; missing for a session, which is meant for everything. */
  scopes?: readonly TokenScope[]
}
