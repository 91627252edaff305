import type { NotificationKind, NotificationSettings } from '@forum/shared/contract'

/**
 * Why a member may be notified of a post. The first applicable reason counts, so that a post notifies a member once.
 */
export const REASONS = ['quote', 'mention', 'reply'] as const
export type Reason = (typeof REASONS)[number]

/** Everything that decides whether a member is notified of a post. */
export interface Candidate {
  userId: number
  reasons: ReadonlySet<Reason>
  /** They muted the thread. */
  isMuted: boolean
  /** They have blocked the post's author. */
  hasBlocked: boolean
  /** Their account is open. */
  isActive: boolean
  /** How far they have read the thread. */
  lastReadNumber: number
}

/** Returns the kind of notification that a candidate gets for a post of this number; null for none. */
export function kindFor(
  candidate: Candidate,
  post: { number: number; authorId: number },
  settings: NotificationSettings,
): NotificationKind | null {
  const { userId, reasons, isMuted, hasBlocked, isActive, lastReadNumber } = candidate
  const isTold = userId !== post.authorId && isActive && !isMuted && !hasBlocked
  if (!isTold || lastReadNumber >= post.number) return null
  return REASONS.find((reason) => reasons.has(reason) && settings[reason] !== 'off') ?? null
}
