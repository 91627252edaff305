import type { UserSummary } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayRevealAuthor } from '@forum/shared/policies'
import { accountOf } from '../log'
import type { MemberQueries } from '../members'
import { authorize } from '../platform/http/authorize'
import { readerOf, type Viewer } from '../platform/http/viewer'
import type { ModerationLog } from '../record'
import type { PostQueries } from '../threads'

/** Shows moderators of the whole forum who wrote an anonymous post. */
export class AnonymousAuthors {
  constructor(
    private readonly deps: {
      posts: Pick<PostQueries, 'byId' | 'readableThread'>
      members: Pick<MemberQueries, 'people'>
      log: Pick<ModerationLog, 'append' | 'draft'>
    },
  ) {}

  /**
   * Returns who wrote a post, once the log says that it was looked up, and why. The entry names the post, not the member.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`
   */
  async reveal(viewer: Viewer, postId: number, reason: string): Promise<UserSummary> {
    const { posts, members, log } = this.deps
    authorize(mayRevealAuthor(viewer.actor))
    const post = await posts.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    const thread = await posts.readableThread(post.threadId, readerOf(viewer))
    if (post.writerId !== undefined) {
      await log.append([
        log.draft({
          actorId: viewer.actor.id,
          action: 'reveal_author',
          userId: post.authorId,
          boardIds: [thread.boardId],
          threadId: thread._id,
          postId,
          postNumber: post.number,
          title: thread.title,
          reason,
          target: `post ${postId} author`,
        }),
      ])
    }
    const account = accountOf(post)
    return (await members.people([account])).summary(account)
  }
}
