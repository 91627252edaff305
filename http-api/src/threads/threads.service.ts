import { ForumError, refusedField } from '@forum/shared/errors'
import {
  mayDeleteThread,
  mayEditThread,
  mayMarkAnswer,
  mayModerateThread,
  mayMoveThread,
  mayStartThread,
  mayTypeThread,
} from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import type { BoardDoc, BoardQueries } from '../boards'
import type { Aliases } from '../members'
import { authorize } from '../platform/http/authorize'
import type { Idempotency } from '../platform/mongo/idempotency'
import type { Gate, HeldTexts } from '../gate'
import type { Ids } from '../platform/mongo/ids'
import type { Viewer } from '../platform/http/viewer'
import type { NewPoll, PollService } from './polls/polls.service'
import type { Words } from '../words'
import { requireSchedule, usedByOpening } from './pace/pace'
import { changedSettings, type ThreadSettings } from './thread-values'
import { filesOf, isDeletedBy, requireAnonymity, type PostService } from './posts/posts.service'
import { inTheNameOf, newThreadEvent, threadDeletionEvent } from './posts/post-events'
import { answerEvent, moveEvent, shownAnswerOf, threadChangeEvent, typeEvent } from './thread-events'
import {
  foldPost,
  foldThread,
  threadSubject,
  type ActNotes,
  type PostDoc,
  type SettingKind,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
} from '../log'

export interface NewThread {
  title: string
  content: string
  boardId: number
  attachmentIds?: number[] | undefined
  poll?: NewPoll | undefined
  /** True to hide the author's name. */
  anonymous?: boolean | undefined
  type?: string | null | undefined
  isQuestion?: boolean | undefined
}

export interface ThreadServiceDeps {
  boards: BoardQueries
  posts: PostService
  polls: PollService
  aliases: Aliases
  commands: ThreadCommands
  words: Words
  gate: Gate
  held: HeldTexts
  idempotency: Idempotency
  ids: Ids
}

/**
 * A thread that a call started, with its opening post; both are missing if an earlier call under its key started it.
 */
export interface StartedThread {
  threadId: number
  started: { thread: ThreadDoc; opening: PostDoc } | null
}

/** The event of a command; null if there was nothing to change. */
type Committed = ThreadEventDoc | null

/** Commands on threads. Except for a new thread, the caller reads the result from the projection. */
export class ThreadService {
  constructor(private readonly deps: ThreadServiceDeps) {}

  /**
   * Starts a thread. With a key, a repeat returns the first thread.
   *
   * @throws HeldBack if the thread has to wait for approval
   */
  async create(viewer: Viewer, input: NewThread, idempotencyKey: string | undefined): Promise<StartedThread> {
    const { boards, commands, posts, polls, aliases, words, gate, held, idempotency, ids } = this.deps
    const { actor } = viewer
    return idempotency.run(
      { userId: actor.id, key: idempotencyKey, name: 'createThread', body: input },
      () => ids.next('threads'),
      async (reservation) => {
        await held.endRepeat(actor.id, reservation)
        const tree = await boards.wholeStructure()
        const threadId = reservation?.resourceId ?? (await ids.next('threads'))
        const postId = await ids.next('posts')
        const { boardId, attachmentIds = [] } = input
        const screened = await words.screen({ title: input.title, content: input.content })
        const { content } = screened.texts
        const inPoll = input.poll ? await words.screen(textsOfPoll(input.poll)) : null
        const poll = input.poll && inPoll ? polls.prepare(withTexts(input.poll, inPoll.texts)) : null
        const { type = null } = input
        const isQuestion = input.isQuestion === true || tree.find(boardId)?.isQuestions === true
        const thread = { threadId, postId, boardId, poll, type, isQuestion }
        const authorizeIn = () => {
          const board = tree.find(boardId)
          if (!board) throw new ForumError('NOT_FOUND')
          const hasChildren = tree.childrenOf(boardId).length > 0
          authorize(mayStartThread(actor, { id: boardId, postRole: board.postRole, hasChildren }))
          requireAnonymity(input, board)
          requireType(board, type, { isNew: true })
        }
        const alias = input.anonymous ? await aliases.of(threadId, actor.id) : undefined
        const review = await gate.review(actor, {
          kind: 'thread',
          title: input.title,
          content: input.content,
          more: input.poll ? Object.values(textsOfPoll(input.poll)) : [],
          files: attachmentIds.length,
          screened: inPoll ? [screened, inPoll] : [screened],
          alias,
        })
        const reasons = review.reasonsIn(boardId)
        const { event, isRepeat } = await posts.withParts(
          { viewer, claim: `thread:${threadId}`, content, attachmentIds },
          async (parts) => {
            const committed = await commands.create(
              threadId,
              actor,
              (context) => {
                // Here rather than before: the log gives a repeat its thread even if it would be refused by now.
                authorizeIn()
                inPoll?.unblocked()
                const texts = screened.unblocked()
                return reasons.length > 0 ? null : newThreadEvent(context, { ...thread, ...texts, ...parts })
              },
              { key: reservation?.key, alias },
            )
            if (committed.event || reasons.length === 0) return committed
            return held.holdBack({
              key: reservation?.key,
              kind: 'thread',
              authorId: actor.id,
              ...(alias !== undefined && { alias }),
              boardId,
              subjectId: threadId,
              ...screened.texts,
              ...(poll && { poll }),
              ...(type !== null && { type }),
              ...(isQuestion && { isQuestion }),
              ...filesOf(`thread:${threadId}`, parts),
              reasons,
            })
          },
        )
        const opening = event && !isRepeat ? foldPost(null, event) : null
        return { threadId, started: event && opening ? { thread: foldThread(null, event), opening } : null }
      },
    )
  }

  /**
   * Edits title and opening post, and returns the last event. Each is a separate step. The title goes first, so that a
   * retry after a crash between them finds the title changed and the content still at its old version.
   *
   * @throws HeldBack if the edit has to wait for approval
   */
  async edit(
    viewer: Viewer,
    threadId: number,
    input: {
      title?: string | undefined
      content?: string | undefined
      version?: number | undefined
      reason?: string | undefined
      note?: string | undefined
      attachmentIds?: number[] | undefined
    },
  ): Promise<Committed> {
    const { actor } = viewer
    let event: Committed = null
    const { title, content, version, reason, note, attachmentIds } = input
    const { openingPostId } = await this.deps.posts.threadOf(threadId, viewer)
    await this.deps.posts.edits.reviewOf(viewer, openingPostId, {
      title,
      content,
      version,
      note,
      attachmentIds,
    })
    if (title !== undefined) {
      const screened = await this.deps.words.screen({ title })
      event = await this.deps.commands.change(
        threadId,
        actor,
        async (thread, context, earlier) => {
          authorize(mayEditThread(actor, threadSubject(thread)))
          if (version !== undefined) {
            await this.deps.posts.assertVersion(thread.openingPostId, version, earlier)
          }
          const texts = screened.unblocked()
          return texts.title === thread.title
            ? null
            : threadChangeEvent(context, thread, 'thread.renamed', texts)
        },
        { reason },
      )
    }
    if (content !== undefined) {
      const edited = await this.deps.posts.edits.editReviewed(viewer, openingPostId, {
        content,
        version,
        reason,
        note,
        attachmentIds,
      })
      return edited ?? event
    }
    return event
  }

  /**
   * Sets flags and values of a thread. Those that it has already are not changed.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN`, `VALIDATION_FAILED` for times that cannot be, `CONFLICT` unless the
   * thread still is as in `from`
   */
  set(
    viewer: Viewer,
    threadId: number,
    kind: SettingKind,
    { to, from = {}, ...notes }: { to: ThreadSettings; from?: ThreadSettings | undefined } & ActNotes,
  ): Promise<Committed> {
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      (thread, context) => {
        authorize(mayModerateThread(viewer.actor, threadSubject(thread)))
        if (Object.keys(changedSettings(thread, from)).length > 0) throw new ForumError('CONFLICT')
        const changed = changedSettings(thread, to)
        const changes =
          changed.isLocked === false ? { ...usedByOpening(thread, context.at), ...changed } : changed
        requireSchedule(changes, thread, context.at)
        return Promise.resolve(
          Object.keys(changes).length === 0 ? null : threadChangeEvent(context, thread, kind, changes),
        )
      },
      notes,
    )
  }

  /**
   * Gives a thread a type of its board, or none. If it has that type, nothing changes.
   *
   * @throws ForumError `VALIDATION_FAILED` for a type that the board does not have, `CONFLICT` unless it has the type `from`,
   * if that is given
   */
  async setType(
    viewer: Viewer,
    threadId: number,
    { type, from, ...notes }: { type: string | null; from?: string | null } & ActNotes,
  ): Promise<Committed> {
    const tree = await this.deps.boards.wholeStructure()
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      (thread, context) => {
        authorize(mayTypeThread(viewer.actor, threadSubject(thread)))
        const before = thread.type ?? null
        if (from !== undefined && before !== from) throw new ForumError('CONFLICT')
        if (before === type) return Promise.resolve(null)
        requireType(tree.find(thread.boardId), type)
        return Promise.resolve(typeEvent(inTheNameOf(context, thread), thread, type))
      },
      notes,
    )
  }

  /**
   * Marks a reply as the answer of a question, or none. If it is marked, nothing changes.
   *
   * @throws ForumError `NOT_FOUND` for a reply that is not in the thread, `CONFLICT` for a thread that is no question or
   * has another answer than `from`, if that is given
   */
  setAnswer(
    viewer: Viewer,
    threadId: number,
    { postId, from, ...notes }: { postId: number | null; from?: number | null } & ActNotes,
  ): Promise<Committed> {
    const { commands, posts } = this.deps
    return commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        authorize(mayMarkAnswer(viewer.actor, threadSubject(thread)))
        if (thread.isSolved === undefined) throw new ForumError('CONFLICT')
        const before = shownAnswerOf(thread)
        if (from !== undefined && before !== from) throw new ForumError('CONFLICT')
        if (before === postId) return null
        const answer = postId === null ? null : await posts.replyIn(threadId, postId, earlier)
        return answerEvent(inTheNameOf(context, thread), thread, answer)
      },
      notes,
    )
  }

  /**
   * Takes a new title back.
   *
   * @throws ForumError `CONFLICT` if the thread has yet another title
   */
  async undoRename(
    viewer: Viewer,
    threadId: number,
    { title, replaced, ...notes }: { title: string; replaced: string } & ActNotes,
  ): Promise<Committed> {
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      (thread, context) => {
        authorize(mayEditThread(viewer.actor, threadSubject(thread)))
        if (thread.title !== title) throw new ForumError('CONFLICT')
        return Promise.resolve(threadChangeEvent(context, thread, 'thread.renamed', { title: replaced }))
      },
      notes,
    )
  }

  /** Deletes a thread with its posts. Deleting it again changes nothing. */
  remove(viewer: Viewer, threadId: number, notes: ActNotes = {}): Promise<Committed> {
    const { commands, posts } = this.deps
    return commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const { hasOtherReplies } = thread
        authorize(mayDeleteThread(viewer.actor, { ...threadSubject(thread), hasOtherReplies }))
        if (thread.isDeleted) return null
        const standing = await posts.standing(threadId, earlier)
        return threadDeletionEvent(context, thread, standing, true, notes.purgeId)
      },
      notes,
    )
  }

  /**
   * Restores a deleted thread with those of its posts that were not deleted individually. If the notes name a purge, it
   * restores only what that purge has deleted.
   */
  async restore(viewer: Viewer, threadId: number, notes: ActNotes = {}): Promise<Committed> {
    const { boards, commands, posts } = this.deps
    const tree = await boards.wholeStructure()
    return commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        authorize(mayModerateThread(viewer.actor, threadSubject(thread)))
        if (!thread.isDeleted || !isDeletedBy(thread, notes)) return null
        // Only taking the merge back brings its posts back.
        if (thread.mergedInto) throw new ForumError('CONFLICT')
        if (!tree.find(thread.boardId)) throw new ForumError('CONFLICT', { detail: REFUSALS.boardIsDeleted })
        return threadDeletionEvent(context, thread, await posts.standing(threadId, earlier), false)
      },
      notes,
    )
  }

  /**
   * Moves a thread to another board. Moving it to its own board changes nothing.
   *
   * @throws ForumError `CONFLICT` if the thread is not in the board `from`, if that is given
   */
  async move(
    viewer: Viewer,
    threadId: number,
    { boardId, from, reason, undoes, transferId }: { boardId: number; from?: number } & ActNotes,
  ): Promise<Committed> {
    const { boards, commands, posts } = this.deps
    const tree = await boards.wholeStructure()
    return commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        authorize(mayModerateThread(viewer.actor, threadSubject(thread)))
        if (from !== undefined && thread.boardId !== from) throw new ForumError('CONFLICT')
        if (thread.boardId === boardId) return null
        const target = tree.find(boardId)
        if (!target) throw new ForumError('NOT_FOUND')
        const hasChildren = tree.childrenOf(boardId).length > 0
        const { postRole } = target
        authorize(mayMoveThread(viewer.actor, threadSubject(thread), { id: boardId, postRole, hasChildren }))
        const standing = await posts.standing(threadId, earlier)
        return moveEvent(context, thread, standing, { boardId, transferId })
      },
      { reason, undoes, transferId },
    )
  }
}

/** Refuses a type that a board does not have, and a new thread without one where that is required. */
function requireType(board: BoardDoc | undefined, type: string | null, { isNew = false } = {}): void {
  const { types = [], typeRequired = false } = board ?? {}
  const isMissing = type === null && isNew && typeRequired && types.length > 0
  if (!isMissing && (type === null || types.some(({ key }) => key === type))) return
  throw refusedField('type', isMissing ? 'required' : 'invalid')
}

/** The texts of a poll, as the filter of words reads them: the options by their positions. */
const textsOfPoll = ({ question, options }: NewPoll): Record<string, string> => ({
  ...Object.fromEntries(options.entries()),
  question,
})

const withTexts = (poll: NewPoll, { question, ...options }: Record<string, string>): NewPoll => ({
  ...poll,
  question: question ?? poll.question,
  options: poll.options.map((text, position) => options[position] ?? text),
})
