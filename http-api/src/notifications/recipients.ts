import type { NotificationKind, NotificationSettings } from '@forum/shared/contract'

/** Why a member may be told of a post; of several reasons the first counts, so that one post is told once. */
export const REASONS = ['quote', 'mention', 'reply'] as const
export type Reason = (typeof REASONS)[number]

/** What decides whether a member is told of a post. */
export interface Candidate {
  userId: number
  reasons: ReadonlySet<Reason>
  /** They muted the thread. */
  isMuted: boolean
  /** They have blocked whoever wrote the post. */
  hasBlocked: boolean
  /** Their account is open. */
  isActive: boolean
  /** How far they have read the thread. */
  lastReadNumber: number
}

/** The kind of notification by which a candidate is told of a post of this number; null where they are not. */
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
