import { signedIn, type Handlers } from '../../platform/http/mount'
import type { PostQueries } from './posts.queries'
import type { PostService } from './posts.service'

export const postRoutes = (service: PostService, queries: PostQueries) =>
  ({
    listPosts: ({ query, viewer }) => queries.list(query, viewer),
    getPost: async ({ params, viewer }) => ({ post: await queries.one(params.postId, viewer) }),
    createPost: (call) => service.create(signedIn(call), call.body, call.idempotencyKey),
    updatePost: async (call) => ({
      post: await service.edit(signedIn(call), call.params.postId, call.body),
    }),
    deletePost: (call) => service.remove(signedIn(call), call.params.postId, call.body).then(() => undefined),
    restorePost: async (call) => ({
      post: await service.restore(signedIn(call), call.params.postId, call.body),
    }),
    likePost: (call) => service.like(signedIn(call), call.params.postId, call.body.liked),
    listPostVersions: async (call) => ({
      versions: await queries.versions(call.params.postId, signedIn(call)),
    }),
    listLikes: ({ params, query, viewer }) => queries.likes(params.postId, query, viewer),
    listPostsOfMember: ({ params, query, viewer }) => queries.ofMember(params.userId, query, viewer),
  }) satisfies Partial<Handlers>
