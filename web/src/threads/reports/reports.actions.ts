import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'

/** Reports a post to the moderators. */
export function reportPost(forum: Forum, postId: number, reason: string): Promise<Result<void>> {
  return resultOf(forum.call('reportPost', { params: { postId }, body: { reason } }).then(() => undefined))
}
