import type { NotificationKind, NotificationSettings } from '@forum/shared/contract'

/** Reasons to notify a member of a post. The first applicable one counts, so that a post notifies a member once. */
export const REASONS = ['quote', 'mention', 'reply', 'follow'] as const
export type Reason = (typeof REASONS)[number]

/** Everything that decides whether a member is notified of a post. */
export interface Candidate {
  userId: number
  reasons: ReadonlySet<Reason>
  /** The member has muted the thread. */
  isMuted: boolean
  /** The member has blocked the post's author. */
  hasBlocked: boolean
  /** The member's account is open. */
  isActive: boolean
  /** How far the member has read the thread. */
  lastReadNumber: number
}

/** Returns the kind of notification that a candidate gets for a post of this number; null for none. */
export function kindFor(
  candidate: Candidate,
  post: { number: number; authorId: number },
  settings: NotificationSettings,
): NotificationKind | null {
  const { userId, reasons, isMuted, hasBlocked, isActive, lastReadNumber } = candidate
  const mayNotify = userId !== post.authorId && isActive && !isMuted && !hasBlocked
  if (!mayNotify || lastReadNumber >= post.number) return null
  for (const reason of REASONS) if (reasons.has(reason) && settings[reason] !== 'off') return reason
  return null
}
