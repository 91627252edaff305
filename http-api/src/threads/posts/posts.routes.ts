import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ThreadEventDoc } from '../../log'
import type { Reader } from '../../platform/http/viewer'
import type { ModerationLogConsumer } from '../../record'
import type { MemberReplies } from './member-replies.queries'
import type { PostQueries } from './posts.queries'
import type { PostService } from './posts.service'

interface PostRoutesDeps {
  service: PostService
  queries: PostQueries
  replies: MemberReplies
  acts: ModerationLogConsumer
}

export const postRoutes = ({ service, queries, replies, acts }: PostRoutesDeps) => {
  /** Returns the post after an act, and how the act is taken back. */
  const acted = async (
    call: { params: { postId: number }; reader: Reader },
    act: Promise<ThreadEventDoc | null>,
  ) => {
    const undo = await acts.undoOf(act)
    return { post: await queries.one(call.params.postId, call.reader), undo }
  }
  return {
    listPosts: ({ query, reader }) => queries.list(query, reader),
    getPost: async ({ params, reader }) => ({ post: await queries.one(params.postId, reader) }),
    createPost: (call) => service.create(signedIn(call), call.body, call.idempotencyKey),
    updatePost: (call) => acted(call, service.edit(signedIn(call), call.params.postId, call.body)),
    deletePost: async (call) => {
      const deletion = service.remove(signedIn(call), call.params.postId, call.body)
      if (call.body.mustChange) return { undo: await acts.undoOf(deletion) }
      await deletion
      return undefined
    },
    restorePost: (call) => acted(call, service.restore(signedIn(call), call.params.postId, call.body)),
    likePost: (call) => service.like(signedIn(call), call.params.postId, call.body.liked),
    listPostVersions: async ({ params, reader }) => ({
      versions: await queries.versions(params.postId, reader),
    }),
    listLikes: ({ params, query, reader }) => queries.likes(params.postId, query, reader),
    listPostsOfMember: ({ params, query, reader }) => replies.of(params.userId, query, reader),
  } satisfies Partial<Handlers>
}
