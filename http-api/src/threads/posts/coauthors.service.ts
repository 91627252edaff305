import type { Post, UserSummary } from '@forum/shared/contract'
import { refusedField } from '@forum/shared/errors'
import { COAUTHORS_MAX } from '@forum/shared/limits'
import { mayBecomeCoauthor, mayInviteCoauthors, mayRemoveCoauthor } from '@forum/shared/policies'
import type { Readers } from '../../boards'
import {
  type ChangeContext,
  postSubject,
  type PostDoc,
  threadSubject,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadDraft,
} from '../../log'
import type { MemberQueries } from '../../members'
import { authorize } from '../../platform/http/authorize'
import { readerOf, type Viewer } from '../../platform/http/viewer'
import { shownBy } from './counts'
import { countersOf, draftOf, eventPostOf } from './post-events'
import { foundPost, requireIn } from './post-folds'
import type { PostQueries } from './posts.queries'

/** Who writes a post with its author, and who is invited to. */
type Sharing = Required<Pick<PostDoc, 'coauthorIds' | 'invitedIds'>>

/** A post with the members whom its author has invited; others learn of none. */
export interface SharedPost {
  post: Post
  invited: UserSummary[]
}

const sharingOf = ({ coauthorIds = [], invitedIds = [] }: PostDoc): Sharing => ({ coauthorIds, invitedIds })
const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id)
const refused = (code: string) => refusedField('userId', code)

/** Changes who writes a post. The co-authors of an opening post are those of its thread. */
const shareEvent = (
  context: ChangeContext,
  thread: ThreadDoc,
  post: PostDoc,
  after: Sharing & Pick<ThreadDraft, 'invitation'>,
): ThreadDraft => {
  const { coauthorIds, invitedIds, invitation } = after
  const isOpeningPost = post.number === 1
  return {
    ...draftOf(context, 'post.shared', thread.boardId),
    // The number is for the notification of the invited member.
    post: { ...eventPostOf(post), number: post.number, coauthorIds, invitedIds },
    thread: { ...countersOf(thread), ...(isOpeningPost ? { coauthorIds } : {}) },
    ...(invitation && { invitation }),
    counts: isOpeningPost ? shownBy(thread.boardId) : [],
  }
}

/** Several authors of a post: its author invites them, and nobody is named without having accepted. */
export class Coauthors {
  constructor(
    private readonly deps: {
      queries: PostQueries
      commands: ThreadCommands
      members: Pick<MemberQueries, 'people'>
      blocks: { isBlocked: (by: number, whom: number) => Promise<boolean> }
      rightsOf: Readers['rightsOfAll']
    },
  ) {}

  async of(viewer: Viewer, postId: number): Promise<SharedPost> {
    const { queries, members } = this.deps
    const post = await queries.one(postId, readerOf(viewer))
    const { authorId, invitedIds = [] } = await foundPost(queries, postId)
    const shown = authorId === viewer.actor.id ? invitedIds : []
    const people = await members.people(shown)
    return {
      post,
      invited: shown.filter((id) => people.has(id) && !people.isDeleted(id)).map((id) => people.summary(id)),
    }
  }

  /**
   * Invites a member to write a post. One who writes it or is invited already changes nothing.
   *
   * @throws ForumError `VALIDATION_FAILED` for members who cannot be invited, and for more than `COAUTHORS_MAX`
   */
  async invite(viewer: Viewer, postId: number, userId: number): Promise<SharedPost> {
    if (userId === viewer.actor.id) throw refused('self')
    await this.change(viewer, postId, async (context, thread, post) => {
      const subject = { ...postSubject(post), isAnonymous: post.writerId !== undefined }
      authorize(mayInviteCoauthors(viewer.actor, subject, threadSubject(thread)))
      const { coauthorIds, invitedIds } = sharingOf(post)
      if ([...coauthorIds, ...invitedIds].includes(userId)) return null
      if (coauthorIds.length + invitedIds.length >= COAUTHORS_MAX) throw refused('too_many_coauthors')
      if (!(await this.isInvitable(viewer, userId, thread))) throw refused('not_invitable')
      const invitation = { userId, isOpen: true }
      return shareEvent(context, thread, post, {
        coauthorIds,
        invitedIds: [...invitedIds, userId],
        invitation,
      })
    })
    return this.of(viewer, postId)
  }

  /** Returns true for a member who has an open account, sees the thread and has not blocked its author. */
  private async isInvitable({ actor }: Viewer, userId: number, thread: ThreadDoc): Promise<boolean> {
    const { members, blocks, rightsOf } = this.deps
    const [people, rights, isBlocked] = await Promise.all([
      members.people([userId]),
      rightsOf([userId]),
      blocks.isBlocked(userId, actor.id),
    ])
    const isOpen = people.has(userId) && people.author(userId).status === 'active'
    return isOpen && !isBlocked && !rights(userId).hidden.has(thread.boardId)
  }

  /** Accepts an invitation; again, nothing changes. */
  async accept(viewer: Viewer, postId: number): Promise<SharedPost> {
    const userId = viewer.actor.id
    await this.change(viewer, postId, (context, thread, post) => {
      const { coauthorIds, invitedIds } = sharingOf(post)
      const subject = { ...postSubject(post), invitedIds }
      authorize(mayBecomeCoauthor(viewer.actor, subject, threadSubject(thread)))
      if (coauthorIds.includes(userId)) return null
      return shareEvent(context, thread, post, {
        coauthorIds: [...coauthorIds, userId],
        invitedIds: without(invitedIds, userId),
        invitation: { userId, isOpen: false },
      })
    })
    return this.of(viewer, postId)
  }

  /** Ends that a member writes a post or is invited to: by its author, or by the member. */
  async remove(viewer: Viewer, postId: number, userId: number): Promise<SharedPost> {
    await this.change(viewer, postId, (context, thread, post) => {
      authorize(mayRemoveCoauthor(viewer.actor, userId, postSubject(post)))
      const { coauthorIds, invitedIds } = sharingOf(post)
      const isInvited = invitedIds.includes(userId)
      if (!isInvited && !coauthorIds.includes(userId)) return null
      return shareEvent(context, thread, post, {
        coauthorIds: without(coauthorIds, userId),
        invitedIds: without(invitedIds, userId),
        ...(isInvited && { invitation: { userId, isOpen: false } }),
      })
    })
    return this.of(viewer, postId)
  }

  private async change(
    viewer: Viewer,
    postId: number,
    decide: (
      context: ChangeContext,
      thread: ThreadDoc,
      post: PostDoc,
    ) => ThreadDraft | null | Promise<ThreadDraft | null>,
  ): Promise<void> {
    const { queries, commands } = this.deps
    const { threadId } = await foundPost(queries, postId)
    await commands.change(threadId, viewer.actor, async (thread, context, earlier) => {
      const post = await foundPost(queries, postId, earlier)
      requireIn(thread, post)
      return decide(context, thread, post)
    })
  }
}
