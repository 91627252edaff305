import type { Actor, Verdict } from './members'
import { mayEditPost, type PostSubject } from './posts'
import { mayReadThread, type ThreadSubject } from './threads'

/** The author of an opening post may invite others to write it, while it can be edited and shows the author's name. */
export function mayInviteCoauthors(
  actor: Actor,
  post: PostSubject & { isAnonymous: boolean },
  thread: ThreadSubject,
): Verdict {
  if (!mayReadThread(actor, thread)) return 'NOT_FOUND'
  if (!post.isOpeningPost || post.isAnonymous || post.authorId !== actor.id) return 'FORBIDDEN'
  return mayEditPost(actor, post, thread)
}

/** Members who are invited to write a post may accept while they can read it, also when muted. */
export function mayBecomeCoauthor(
  actor: Actor,
  post: PostSubject & { invitedIds?: readonly number[] | undefined },
  thread: ThreadSubject,
): Verdict {
  if (!mayReadThread(actor, thread) || post.isDeleted) return 'NOT_FOUND'
  return hasBeenAsked(actor, post) ? 'allowed' : 'FORBIDDEN'
}

const hasBeenAsked = (
  { id }: Pick<Actor, 'id'>,
  { invitedIds = [], coauthorIds = [] }: { invitedIds?: readonly number[] | undefined } & PostSubject,
): boolean => invitedIds.includes(id) || coauthorIds.includes(id)

/** The author removes co-authors and takes invitations back; everyone leaves and declines for themselves. */
export const mayRemoveCoauthor = (
  actor: Pick<Actor, 'id'>,
  userId: number,
  post: Pick<PostSubject, 'authorId'>,
): Verdict => (actor.id === userId || actor.id === post.authorId ? 'allowed' : 'FORBIDDEN')
