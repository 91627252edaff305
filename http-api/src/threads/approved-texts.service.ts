import { ALL_RIGHTS } from '@forum/shared/access'
import { ForumError } from '@forum/shared/errors'
import type { Actor } from '@forum/shared/policies'
import type { HeldDoc } from '../gate'
import type { PostDoc, ThreadCache, ThreadCommands } from '../log'
import type { Mentions } from '../members'
import type { Words } from '../words'
import { editEvent, newThreadEvent, replyEvent } from './posts/post-events'
import { threadChangeEvent } from './thread-events'
import { detachedBy, type PostEdits } from './posts/post-edits.service'
import { foundPost } from './posts/post-folds'
import type { PostQueries } from './posts/posts.queries'

/** Who a text is published for: its author, whose rights the moderator's approval stands for. */
const authorOf = (id: number): Actor => ({
  id,
  role: 'user',
  moderatedBoardIds: [],
  isMuted: false,
  boards: ALL_RIGHTS,
})

/**
 * Publishes threads, replies and edits that a moderator has approved. Each is committed under the key of its author's
 * call: however often this is repeated, it is committed once, with the number and the time of its approval.
 */
export class ApprovedTexts {
  constructor(
    private readonly deps: {
      commands: ThreadCommands
      queries: PostQueries
      edits: PostEdits
      mentions: Mentions
      words: Words
      newPostId: () => Promise<number>
      /** Resolves to true if a thread may be started in a board. */
      takesThreads: (boardId: number) => Promise<boolean>
      /** Returns the board, or the one that it was merged into. */
      currentBoard: (boardId: number) => Promise<number>
      threads: Pick<ThreadCache, 'get'>
    },
  ) {}

  /**
   * Publishes a text; returns the thread that it is in.
   *
   * @throws ForumError `NOT_FOUND` if what it belongs to no longer exists, `CONFLICT` for an edit of a text that has
   * changed since, or that its author may no longer write
   */
  async publish(held: HeldDoc): Promise<{ threadId: number }> {
    if (held.kind === 'thread') return this.publishThread(held)
    if (held.kind === 'post') return this.publishReply(held)
    return this.publishEdit(held)
  }

  /**
   * Returns where a text belongs by now, since threads move, merge and split while it does not wait.
   *
   * @throws ForumError `NOT_FOUND` if that no longer exists
   */
  async placeOf({
    kind,
    subjectId,
    boardId,
    threadId,
  }: HeldDoc): Promise<Pick<HeldDoc, 'boardId' | 'threadId'>> {
    const { queries, currentBoard } = this.deps
    if (kind === 'message') return { boardId, threadId }
    if (kind === 'thread') return { boardId: await currentBoard(boardId ?? 0), threadId }
    const current =
      kind === 'edit'
        ? (await foundPost(queries, subjectId)).threadId
        : await queries.moved.currentOf(threadId ?? 0)
    const thread = await this.deps.threads.get(current)
    if (!thread) throw new ForumError('NOT_FOUND')
    return { boardId: thread.boardId, threadId: current }
  }

  private async textsOf({ title, content, approvedContent, editNote }: HeldDoc) {
    const { texts } = await this.deps.words.screen(
      { title: title ?? '', content: approvedContent ?? content ?? '', note: editNote },
      { isCounted: false },
    )
    return { ...texts, mentions: await this.deps.mentions.of(texts.content) }
  }

  private async publishThread(held: HeldDoc): Promise<{ threadId: number }> {
    const { commands, newPostId, takesThreads } = this.deps
    const { authorId, subjectId: threadId, boardId, key, poll = null, attachments = [] } = held
    const { type = null, isQuestion = false } = held
    if (boardId === null || !(await takesThreads(boardId))) throw new ForumError('NOT_FOUND')
    const thread = {
      threadId,
      postId: await newPostId(),
      boardId,
      poll,
      type,
      isQuestion,
      attachments,
      ...(await this.textsOf(held)),
    }
    await commands.create(threadId, authorOf(authorId), (context) => newThreadEvent(context, thread), {
      key,
      alias: held.alias,
    })
    return { threadId }
  }

  private async publishReply(held: HeldDoc): Promise<{ threadId: number }> {
    const { commands, queries } = this.deps
    const { authorId, subjectId: postId, key, attachments = [] } = held
    const threadId = await queries.moved.currentOf(held.threadId ?? 0)
    // Its key is in the log of the thread that it was published in.
    const mayBeElsewhere = threadId !== held.threadId || (held.mergedFrom ?? []).length > 0
    const published = mayBeElsewhere ? await queries.byId(postId) : null
    if (published) return { threadId: Math.abs(published.threadId) }
    const { content, mentions } = await this.textsOf(held)
    await commands.changeOnce(
      key,
      threadId,
      authorOf(authorId),
      async (thread, context, earlier) => {
        await queries.keepAuthor(authorId)
        const quoted = held.quotedPostId
        // A quoted post that was deleted meanwhile is not answered any more.
        const isQuotable = quoted !== null && !(await foundPost(queries, quoted, earlier)).isDeleted
        const quotedPostId = isQuotable ? quoted : null
        return replyEvent(context, thread, { postId, content, mentions, attachments, quotedPostId })
      },
      { alias: held.alias },
    )
    return { threadId }
  }

  private async publishEdit(held: HeldDoc): Promise<{ threadId: number }> {
    const { commands, queries, edits } = this.deps
    const { authorId, subjectId: postId, key, attachments, baseVersion } = held
    const author = authorOf(authorId)
    const { title, content, note, mentions } = await this.textsOf(held)
    const before = await foundPost(queries, postId)
    const { threadId } = before
    if (await queries.hasEdit(postId, key)) return { threadId }
    const requireUnchanged = ({ isDeleted, version, coauthorIds = [] }: PostDoc) => {
      if (isDeleted) throw new ForumError('NOT_FOUND')
      const isByFormer = held.byCoauthor === true && !coauthorIds.includes(authorId)
      if (isByFormer || version !== baseVersion) throw new ForumError('CONFLICT')
    }
    // The post opens no thread any more if its thread was merged.
    if (held.title !== null && before.number === 1) {
      await commands.changeOnce(
        `${key}:title`,
        threadId,
        author,
        async (thread, context, earlier) => {
          requireUnchanged(await foundPost(queries, postId, earlier))
          return title === thread.title
            ? null
            : threadChangeEvent(context, thread, 'thread.renamed', { title })
        },
        { alias: held.alias },
      )
    }
    if (held.content === null) return { threadId }
    const answered = await queries.contexts.answeredBy(before)
    await commands.changeOnce(
      key,
      threadId,
      author,
      async (thread, context, earlier) => {
        const post = await foundPost(queries, postId, earlier)
        requireUnchanged(post)
        return editEvent(context, thread, post, {
          content,
          note,
          mentions,
          ...(attachments && { attachments }),
          ...detachedBy(content, post, answered),
        })
      },
      { alias: held.alias },
    )
    const former = (before.attachments ?? []).map(({ id }) => id)
    if (attachments) await edits.freeUnused(before, [...former, ...held.fileIds])
    return { threadId }
  }
}
