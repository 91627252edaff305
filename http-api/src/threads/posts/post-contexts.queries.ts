import type { AnsweredPost } from '@forum/shared/markup'
import type { BoardQueries } from '../../boards'
import { type MemberQueries, mentionedIn } from '../../members'
import type { Mention, PostDoc, ThreadLogCollections, ThreadCache } from '../../log'
import {
  type PostContext,
  type QuotedPost,
  shownContent,
  type ShownPost,
  shownQuotesOf,
} from './posts.presenter'

const peopleOf = (
  posts: readonly Pick<PostDoc, 'authorId' | 'editedById' | 'coauthorIds' | 'mentions'>[],
) => [
  ...posts.flatMap(({ coauthorIds = [] }) => coauthorIds),
  ...posts.flatMap(({ authorId, editedById }) => (editedById === null ? [authorId] : [authorId, editedById])),
  ...mentionedIn(posts),
]

/** Looks up what posts show besides themselves: members, and the author and state of the posts that they quote. */
export class PostContexts {
  constructor(
    private readonly db: Pick<ThreadLogCollections, 'posts'>,
    private readonly members: MemberQueries,
    private readonly threads: ThreadCache,
    private readonly boards: Pick<BoardQueries, 'wholeStructure'>,
  ) {}

  /** Looks up the members and posts that the posts mention, except `loaded` ones; also these other `people`. */
  async of(
    posts: readonly ShownPost[],
    people: readonly number[] = [],
    loaded: readonly QuotedPost[] = [],
  ): Promise<PostContext> {
    const ids = new Set(posts.flatMap(shownQuotesOf))
    for (const { _id } of loaded) ids.delete(_id)
    const found =
      ids.size === 0
        ? []
        : await this.db.posts.find({ _id: { $in: [...ids] } }, { projection: { content: 0 } }).toArray()
    const quoted: QuotedPost[] = [...loaded, ...found]
    const threadIds = new Set(posts.map(({ threadId }) => threadId))
    const isOneThread = threadIds.size === 1 && quoted.every(({ threadId }) => threadIds.has(threadId))
    return {
      people: await this.members.people([...people, ...peopleOf([...posts, ...quoted])]),
      quoted: new Map(quoted.map((post) => [post._id, post])),
      isWithheld: isOneThread
        ? () => false
        : await this.withholding([...threadIds, ...quoted.map(({ threadId }) => threadId)]),
    }
  }

  /**
   * Returns what tells whether words of one of these threads are withheld in another: those of a deleted thread, and those
   * that not all readers of the other thread may read where they are. That is the same for all of them, so pages of a
   * thread are kept for everyone.
   */
  private async withholding(threadIds: readonly number[]): Promise<PostContext['isWithheld']> {
    const [threads, tree] = await Promise.all([
      this.threads.getAll([...new Set(threadIds)]),
      this.boards.wholeStructure(),
    ])
    return (quotedThreadId, threadId) => {
      // A post of a deleted thread is shown to its moderators, with its quotes of the same thread.
      if (quotedThreadId === threadId) return false
      const [quoted, here] = [threads.get(quotedThreadId), threads.get(threadId)]
      if (!quoted || !here) return false
      return quoted.isDeleted || !tree.isSeenByReadersOf(quoted.boardId, here.boardId)
    }
  }

  /** Returns the source of a post as readers see it. */
  async shownContentOf(post: PostDoc): Promise<string> {
    return shownContent(post, await this.of([post]))
  }

  /** Returns earlier and current sources of a post as readers would see them by now. */
  async shownVersionsOf(post: PostDoc, sources: readonly string[], mentions: Mention[]): Promise<string[]> {
    const { quotedPostId, formerQuotedIds = [] } = post
    const answering = (content: string, id: number | null) => ({
      ...post,
      content,
      mentions,
      quotedPostId: id,
    })
    const context = await this.of([
      ...sources.map((content) => answering(content, quotedPostId)),
      ...formerQuotedIds.map((id) => answering('', id)),
    ])
    // An edit may have detached the post from one that quotes in earlier versions are of without naming it.
    const withheld = formerQuotedIds.filter((id) => context.quoted.get(id)?.isDeleted)
    return sources.map((source) =>
      [quotedPostId, ...withheld].reduce(
        (content: string, id) => shownContent(answering(content, id), context),
        source,
      ),
    )
  }

  /** Returns the post that a reply answers as a whole, with the name of its author. */
  async answeredBy({ quotedPostId }: Pick<PostDoc, 'quotedPostId'>): Promise<AnsweredPost | null> {
    const post =
      quotedPostId === null
        ? null
        : await this.db.posts.findOne({ _id: quotedPostId }, { projection: { authorId: 1 } })
    if (!post) return null
    const people = await this.members.people([post.authorId])
    return { id: post._id, name: people.summary(post.authorId).displayName }
  }

  /** Returns the threads other than their own that posts of a thread quote from, in order. */
  async threadsQuotedBy(posts: readonly PostDoc[], threadId: number): Promise<number[]> {
    const postIds = new Set(posts.map(({ _id }) => _id))
    const ids = [...new Set(posts.flatMap(shownQuotesOf))].filter((id) => !postIds.has(id))
    if (ids.length === 0) return []
    const found = await this.db.posts
      .find({ _id: { $in: ids }, threadId: { $ne: threadId } }, { projection: { threadId: 1 } })
      .toArray()
    return [...new Set(found.map((post) => post.threadId))].toSorted((a, b) => a - b)
  }

  /** Returns the seqs of threads. */
  async seqsOf(threadIds: readonly number[]): Promise<number[]> {
    if (threadIds.length === 0) return []
    const threads = await this.threads.getAll(threadIds)
    return threadIds.map((id) => threads.get(id)?.seq ?? 0)
  }
}
