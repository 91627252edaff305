import { ForumError } from '@forum/shared/errors'
import { type AnsweredPost, quotesAnswered, withWithheldWords } from '@forum/shared/markup'
import { mayEditPost, mayEditThread } from '@forum/shared/policies'
import type { AttachmentService, Claim } from '../../files'
import type { Gate, HeldTexts } from '../../gate'
import type { Mentions } from '../../members'
import { authorize } from '../../platform/http/authorize'
import { isRefusal } from '../../platform/refusals'
import { readerOf, type Viewer } from '../../platform/http/viewer'
import {
  postSubject,
  threadSubject,
  type ActNotes,
  type PostAttachment,
  type PostDoc,
  type ThreadCommands,
  type ThreadEventDoc,
} from '../../log'
import type { Words } from '../../words'
import { asCoauthor, editEvent } from './post-events'
import { foundPost, requireIn, type Earlier } from './post-folds'
import type { PostQueries } from './posts.queries'

export interface PostEdit {
  content: string
  /** The version on which the edit is based. */
  version?: number | undefined
  reason?: string | undefined
  /** A summary of the edit. */
  note?: string | undefined
  /** The files of the post after the edit, in order; undefined leaves them as they are. */
  attachmentIds?: readonly number[] | undefined
}

/** An edit of an opening post may change the title, too. */
interface ReviewedEdit extends Omit<PostEdit, 'content' | 'reason'> {
  title?: string | undefined
  content?: string | undefined
}

interface PostEditsDeps {
  queries: PostQueries
  commands: ThreadCommands
  attachments: AttachmentService
  mentions: Mentions
  words: Words
  gate: Gate
  held: HeldTexts
}

/** Returns the alias under which a member wrote a post. */
const aliasOf = ({ id }: { id: number }, { authorId, writerId }: PostDoc): number | undefined =>
  writerId === id ? authorId : undefined

const idsOf = ({ attachments = [] }: PostDoc): number[] => attachments.map(({ id }) => id)
/** Returns under what the files of a post are claimed. */
export const claimOf = ({
  fileClaim,
  number,
  threadId,
  _id,
}: Pick<PostDoc, 'fileClaim' | 'number' | 'threadId' | '_id'>): Claim =>
  (fileClaim as Claim | undefined) ?? (number === 1 ? `thread:${threadId}` : `post:${_id}`)

/** Edits of posts, opening posts included. */
export class PostEdits {
  constructor(private readonly deps: PostEditsDeps) {}

  /**
   * Edits a post, including the opening post. A stale version is refused; an identical text with the same files changes
   * nothing.
   *
   * @throws HeldBack if the edit has to wait for approval
   */
  async edit(viewer: Viewer, postId: number, edit: PostEdit): Promise<ThreadEventDoc | null> {
    const before = await this.found(postId)
    await this.review(viewer, before, edit)
    return this.writeReviewed(viewer, before, edit)
  }

  /** Edits a post whose text need not wait. */
  async editReviewed(viewer: Viewer, postId: number, edit: PostEdit): Promise<ThreadEventDoc | null> {
    return this.writeReviewed(viewer, await this.found(postId), edit)
  }

  private writeReviewed(viewer: Viewer, before: PostDoc, edit: PostEdit): Promise<ThreadEventDoc | null> {
    if (edit.attachmentIds === undefined) return this.write(viewer, before, edit, [])
    return this.editFiles(viewer, before, edit, edit.attachmentIds)
  }

  /** Brings an earlier text back and returns the event. */
  async undoEdit(
    viewer: Viewer,
    postId: number,
    edit: PostEdit & Pick<ActNotes, 'undoes'>,
  ): Promise<ThreadEventDoc | null> {
    return this.write(viewer, await this.found(postId), edit, [])
  }

  /** Ends the call of an edit of a post, with or without a new title of its thread, that has to wait for approval. */
  async reviewOf(viewer: Viewer, postId: number, edit: ReviewedEdit): Promise<void> {
    await this.review(viewer, await this.found(postId), edit)
  }

  /**
   * Ends the call of an edit that has to wait for approval.
   *
   * @param title the title of the thread with its change, for an opening post
   * @throws HeldBack, and what refuses the edit itself
   */
  private async review(viewer: Viewer, before: PostDoc, edit: ReviewedEdit): Promise<void> {
    const { queries, gate, held, words, attachments } = this.deps
    const { actor } = viewer
    const { _id: postId, threadId } = before
    const thread = await queries.readableThread(threadId, readerOf(viewer))
    const answered = await queries.contexts.answeredBy(before)
    const content =
      edit.content === undefined ? undefined : await this.sourceOf(edit.content, before, answered)
    const title = edit.title === thread.title ? undefined : edit.title
    const addedIds = (edit.attachmentIds ?? []).filter((id) => !idsOf(before).includes(id))
    const { note, attachmentIds = idsOf(before) } = edit
    const hasOtherFiles = attachmentIds.join() !== idsOf(before).join()
    const hasOtherText = title !== undefined || (content ?? before.content) !== before.content
    if (!hasOtherText && addedIds.length === 0 && !(hasOtherFiles && note)) return
    const screened = await words.screen({ title, content, note }, { isCounted: false })
    const review = await gate.review(actor, {
      kind: 'edit',
      title,
      content,
      ...(note && { more: [note] }),
      files: addedIds.length,
      screened: [screened],
      alias: aliasOf(actor, before),
      visibleTexts: () => Promise.resolve([thread.title, before.content]),
    })
    const reasons = review.reasonsIn(thread.boardId)
    if (reasons.length === 0) return
    authorize(mayEditPost(actor, postSubject(before), threadSubject(thread)))
    if (title !== undefined) authorize(mayEditThread(actor, threadSubject(thread)))
    if (edit.version !== undefined && edit.version !== before.version) throw new ForumError('CONFLICT')
    const texts = screened.unblocked()
    const claim = claimOf(before)
    const files = [...(before.attachments ?? []), ...(await attachments.claim(addedIds, actor.id, claim))]
    await held.holdBack({
      key: undefined,
      kind: 'edit',
      authorId: actor.id,
      ...(before.writerId === actor.id && { alias: before.authorId }),
      boardId: thread.boardId,
      threadId,
      subjectId: postId,
      ...(texts.note && { editNote: texts.note }),
      ...asCoauthor({ actorId: actor.id }, before),
      title: texts.title ?? null,
      content: texts.content ?? null,
      baseVersion: before.version,
      ...(edit.attachmentIds && {
        attachments: edit.attachmentIds.flatMap((id) => files.find((file) => file.id === id) ?? []),
      }),
      claim,
      fileIds: addedIds,
      reasons,
    })
  }

  /** Edits a post with its files: claims the added ones, and frees those that the post does not have afterwards. */
  private async editFiles(
    viewer: Viewer,
    before: PostDoc,
    edit: PostEdit,
    attachmentIds: readonly number[],
  ): Promise<ThreadEventDoc | null> {
    const { attachments } = this.deps
    const claim = claimOf(before)
    const earlierIds = idsOf(before)
    const addedIds = attachmentIds.filter((id) => !earlierIds.includes(id))
    const freeUnused = async () => this.freeUnused(before, [...earlierIds, ...addedIds])
    let event
    try {
      const added = await attachments.claim(addedIds, viewer.actor.id, claim)
      event = await this.write(viewer, before, edit, added)
    } catch (error) {
      if (isRefusal(error)) await freeUnused()
      throw error
    }
    await freeUnused()
    return event
  }

  /** Frees those of some files that a post does not have by now. */
  async freeUnused(before: PostDoc, fileIds: readonly number[]): Promise<void> {
    const kept = idsOf(await this.found(before._id))
    const unused = fileIds.filter((id) => !kept.includes(id))
    const shown = unused.filter((id) => idsOf(before).includes(id))
    await this.deps.attachments.detach(shown, claimOf(before), { wasShown: true })
    await this.deps.attachments.detach(
      unused.filter((id) => !shown.includes(id)),
      claimOf(before),
    )
  }

  private async write(
    viewer: Viewer,
    stored: PostDoc,
    {
      content: given,
      version,
      reason,
      note = '',
      undoes,
      attachmentIds,
    }: PostEdit & Pick<ActNotes, 'undoes'>,
    added: readonly PostAttachment[],
  ): Promise<ThreadEventDoc | null> {
    const { _id: postId, threadId } = stored
    const answered = await this.deps.queries.contexts.answeredBy(stored)
    // An earlier text is brought back as it was.
    const written = undoes === undefined ? await this.sourceOf(given, stored, answered) : given
    const screened = await this.deps.words.screen({ content: written, note })
    const mentions = await this.deps.mentions.of(screened.texts.content)
    return this.deps.commands.change(
      threadId,
      viewer.actor,
      async (thread, context, earlier) => {
        const post = await this.found(postId, earlier)
        requireIn(thread, post)
        authorize(mayEditPost(viewer.actor, postSubject(post), threadSubject(thread)))
        if (post.erasedAt || (version !== undefined && version !== post.version))
          throw new ForumError('CONFLICT')
        const files = [...(post.attachments ?? []), ...added]
        const attachments = attachmentIds?.flatMap((id) => files.find((file) => file.id === id) ?? [])
        const texts = undoes === undefined ? screened.unblocked() : { content: given, note }
        const { content } = texts
        return editEvent(context, thread, post, {
          ...texts,
          mentions,
          ...(attachments && { attachments }),
          ...detachedBy(content, post, answered),
        })
      },
      { reason, undoes },
    )
  }

  /** Returns the source that an edit stands for, whose author was shown the text as readers see it. */
  private async sourceOf(given: string, stored: PostDoc, answered: AnsweredPost | null): Promise<string> {
    const shown = await this.deps.queries.contexts.shownContentOf(stored)
    return given === shown ? stored.content : withWithheldWords(given, stored.content, answered)
  }

  private found(postId: number, earlier: Earlier = []): Promise<PostDoc> {
    return foundPost(this.deps.queries, postId, earlier)
  }
}

/** Returns that a post no longer answers another, if an edit removes the quote of it. */
export const detachedBy = (
  content: string,
  post: Pick<PostDoc, 'content' | 'quotedPostId'>,
  answered: AnsweredPost | null,
): { quotedPostId?: null } =>
  answered?.id === post.quotedPostId &&
  quotesAnswered(post.content, answered) &&
  !quotesAnswered(content, answered)
    ? { quotedPostId: null }
    : {}
