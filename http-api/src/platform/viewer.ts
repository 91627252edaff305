import type { Actor } from '@forum/shared/policies'
import type { MemberDoc } from '../members/members.model'

/** The signed-in member behind a call. */
export interface Viewer {
  sessionId: number
  expiresAt: Date
  member: MemberDoc
  actor: Actor
}
