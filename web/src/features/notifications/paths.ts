import { type Notification } from '@forum/shared/contract'

/** Where a notification leads: its post, or what stands in for it; null where there is nothing any more. */
export function pathOf({ thread, postId }: Pick<Notification, 'thread' | 'postId'>): string | null {
  if (postId !== null) return `/posts/${postId}`
  return thread === null ? null : `/threads/${thread.id}`
}
