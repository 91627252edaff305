import type { Actor } from '@forum/shared/policies'

/** The signed-in member behind a call. */
export interface Viewer {
  sessionId: number
  expiresAt: Date
  actor: Actor
}
