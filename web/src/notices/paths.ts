import { type Notification } from '@forum/shared/contract'

/** The path of a notification: its post or a substitute; null if neither exists any more. */
export function pathOf({ thread, postId }: Pick<Notification, 'thread' | 'postId'>): string | null {
  if (postId !== null) return `/posts/${postId}`
  return thread === null ? null : `/threads/${thread.id}`
}
