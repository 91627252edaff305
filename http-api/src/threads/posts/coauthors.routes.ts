import { signedIn, type Handlers } from '../../platform/http/mount'
import type { Coauthors } from './coauthors.service'

export const coauthorRoutes = (coauthors: Coauthors) =>
  ({
    listCoauthors: (call) => coauthors.of(signedIn(call), call.params.postId),
    inviteCoauthor: (call) => coauthors.invite(signedIn(call), call.params.postId, call.body.userId),
    acceptCoauthoring: (call) => coauthors.accept(signedIn(call), call.params.postId),
    removeCoauthor: (call) => coauthors.remove(signedIn(call), call.params.postId, call.params.userId),
  }) satisfies Partial<Handlers>
