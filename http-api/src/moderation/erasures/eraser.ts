import { ALL_RIGHTS } from '@forum/shared/access'
import { ForumError } from '@forum/shared/errors'
import type { Actor } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import type { AttachmentDoc, FileStore } from '../../files'
import type { HeldDoc } from '../../gate'
import {
  writtenBy,
  type PostDoc,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../../log'
import type { Collection } from '../../platform/mongo/model'
import {
  claimOf,
  ERASED_TEXT,
  erasedPoll,
  eraseMergedEvent,
  erasePostEvent,
  eraseThreadEvent,
  type PostService,
} from '../../threads'
import { endOfErasure } from './erasure-end'
import type { ErasureDoc } from './erasures.model'
import { eventsOfPost, PATIENTLY, rewriteEvent, textsOf } from './event-texts'
import type { PartEraser } from './part-eraser'
import type { QuoteScrubber } from './quote-scrubber'
import { removeFiles } from './removed-files'
import { scrubRecords, type RecordCollections } from './scrubbed-records'

export interface EraserDeps {
  db: ThreadLogCollections &
    RecordCollections & {
      attachments: Collection<AttachmentDoc>
      held: Collection<HeldDoc>
    }
  commands: ThreadCommands
  posts: PostService
  quotes: QuoteScrubber
  parts: PartEraser
  store: FileStore
  eraseProfile: (memberId: number) => Promise<void>
}

/**
 * Removes words for ever, wherever they are: from posts and their log, from quotes by others and theirs, from texts that
 * were held for approval, from the feed and the log of moderation, and the files. Each step finds what is left to do, so that a
 * repetition goes on after a death of the process, and removes what was written meanwhile.
 */
export class Eraser {
  constructor(private readonly deps: EraserDeps) {}

  /**
   * Erases everything that an erasure names.
   *
   * @param isNew whether the profile of a member is still that from before; a later one stays
   */
  async erase(erasure: ErasureDoc, isNew: boolean): Promise<void> {
    const { db, eraseProfile, parts } = this.deps
    const actor: Actor = {
      id: erasure.confirmedBy ?? erasure.askedBy,
      role: 'admin',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    }
    if (erasure.file) return parts.eraseFile(actor, erasure.file)
    if (erasure.versions) return parts.eraseVersions(actor, { ...erasure, versions: erasure.versions })
    if (isNew && erasure.userId !== null) await eraseProfile(erasure.userId)
    const found = await db.posts.find(postsOf(erasure), PATIENTLY).toArray()
    for (const post of found)
      await (post.number === 1 ? this.eraseThread(actor, post) : this.erasePost(actor, post))
    const erased = new Set(found.map(({ _id }) => _id))
    await this.deps.quotes.scrub(actor, found)
    for (const post of found) await this.scrubLog(post)
    const merged = await this.eraseMerged(actor, [...erased])
    await this.scrubHeld(found, erasure)
    await scrubRecords(db, {
      postIds: [...erased],
      threadIds: [
        ...new Set([...merged, ...found.flatMap((post) => (post.number === 1 ? post.threadId : []))]),
      ],
      userId: erasure.userId,
      at: untilOf(erasure.confirmedAt).createdAt,
    })
    await this.removeFiles(found)
  }

  private erasePost(actor: Actor, { _id, threadId }: PostDoc): Promise<ThreadEventDoc | null> {
    return this.deps.commands.change(threadId, actor, async (thread, context, earlier) => {
      const { post, next } = await this.deps.posts.withNext(_id, earlier, thread)
      return post.erasedAt ? null : erasePostEvent(context, thread, post, next)
    })
  }

  private eraseThread(actor: Actor, { _id, threadId }: PostDoc): Promise<ThreadEventDoc | null> {
    const { commands, posts } = this.deps
    return commands.change(threadId, actor, async (thread, context, earlier) => {
      const { post } = await posts.withNext(_id, earlier, thread)
      if (thread.erasedAt) return null
      return eraseThreadEvent(context, thread, post, await posts.standing(threadId, earlier))
    })
  }

  /** Erases the titles of threads that these posts opened and that were merged into others; returns the threads. */
  private async eraseMerged(actor: Actor, postIds: number[]): Promise<number[]> {
    const { db, commands } = this.deps
    const merged = await db.threads
      .find({ openingPostId: { $in: postIds }, mergedInto: { $gt: 0 } }, PATIENTLY)
      .toArray()
    for (const { _id } of merged) {
      await commands.change(_id, actor, (thread, context) =>
        Promise.resolve(thread.erasedAt ? null : eraseMergedEvent(context, thread)),
      )
      await this.scrubThread(_id)
    }
    return merged.map(({ _id }) => _id)
  }

  /** Removes what waited for approval about erased posts, and the texts of what was decided. */
  private async scrubHeld(posts: readonly PostDoc[], erasure: ErasureDoc): Promise<void> {
    const { userId } = erasure
    const { held } = this.deps.db
    const threadIds = posts.flatMap((post) => (post.number === 1 ? post.threadId : []))
    const erased: mongo.Filter<HeldDoc> = {
      $or: [
        { kind: { $in: ['post', 'edit'] }, subjectId: { $in: posts.map(({ _id }) => _id) } },
        { kind: 'thread', subjectId: { $in: threadIds } },
        ...(userId === null
          ? []
          : [{ authorId: userId, kind: { $ne: 'message' as const }, ...untilOf(erasure.confirmedAt) }]),
      ],
    }
    await held.deleteMany({ status: 'pending', ...erased })
    await held.updateMany(erased, {
      $set: { title: null, content: null },
      $unset: { approvedContent: 1, poll: 1, editNote: 1, attachments: 1 },
    })
  }

  /** Empties the texts of an erased post in the log of its thread. */
  private async scrubLog(post: PostDoc): Promise<void> {
    const isOpening = post.number === 1
    const text = isOpening ? ERASED_TEXT : ''
    for (const event of await eventsOfPost(this.deps.db, post))
      await this.set(event._id, {
        ...textsOf(event, () => text),
        ...(event.post ? postTextsOf(event.post, text) : {}),
        ...(isOpening ? threadTextsOf(event.thread) : {}),
      })
    if (isOpening) await this.scrubThread(post.threadId)
  }

  /** Empties the titles of a thread in the log, also where posts have moved to it or from it. */
  private async scrubThread(threadId: number): Promise<void> {
    const { threadEvents } = this.deps.db
    const ofThread = { threadId }
    const events = threadEvents.find(
      { ...ofThread, $or: [{ 'thread.title': { $exists: true } }, { 'thread.poll': { $exists: true } }] },
      PATIENTLY,
    )
    for await (const { _id, thread } of events) await this.set(_id, threadTextsOf(thread))
    await threadEvents.updateMany(
      { ...ofThread, replacedTitle: { $exists: true } },
      { $set: { replacedTitle: ERASED_TEXT } },
    )
    await threadEvents.updateMany(
      { $or: [ofThread, { 'departure.to': threadId }], 'departure.heading': { $exists: true } },
      { $set: { 'departure.heading': ERASED_TEXT } },
    )
    await threadEvents.updateMany(
      { 'departure.to': threadId, 'departure.branch': { $exists: true } },
      { $set: { 'departure.branch.title': ERASED_TEXT } },
    )
  }

  private set(_id: string, $set: Record<string, unknown>): Promise<void> {
    return rewriteEvent(this.deps.db, _id, $set)
  }

  /** Deletes the files of posts, those of earlier versions included. */
  private async removeFiles(posts: readonly PostDoc[]): Promise<void> {
    const claims = posts.map(claimOf)
    const ids = posts.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id))
    await removeFiles(this.deps, { $or: [{ claim: { $in: claims } }, { _id: { $in: ids } }] })
  }
}

const postTextsOf = (
  { excerpt, editNote, attachments, mentions }: NonNullable<ThreadEventDoc['post']>,
  text: string,
) => ({
  ...(excerpt === undefined ? {} : { 'post.excerpt': text }),
  ...(editNote === undefined ? {} : { 'post.editNote': '' }),
  ...(attachments === undefined ? {} : { 'post.attachments': [] }),
  ...(mentions === undefined ? {} : { 'post.mentions': [], 'post.mentionedIds': [] }),
})

const threadTextsOf = ({ title, excerpt, mentions, poll }: Partial<ThreadDoc>) => ({
  ...(title === undefined ? {} : { 'thread.title': ERASED_TEXT }),
  ...(excerpt === undefined ? {} : { 'thread.excerpt': ERASED_TEXT }),
  ...(mentions === undefined ? {} : { 'thread.mentions': [] }),
  ...(poll === undefined ? {} : { 'thread.poll': erasedPoll(poll) }),
})

/** Returns the condition of the posts that an erasure names; of a member, those until shortly after it was confirmed. */
export function postsOf({
  postIds,
  threadId,
  userId,
  confirmedAt,
}: Pick<ErasureDoc, 'postIds' | 'threadId' | 'userId' | 'confirmedAt'>) {
  if (threadId !== null) return { threadId }
  if (userId !== null) return { ...writtenBy(userId), ...untilOf(confirmedAt) }
  if (postIds.length === 0) throw new ForumError('INTERNAL')
  return { _id: { $in: postIds } }
}

const untilOf = (confirmedAt: Date | undefined) => ({ createdAt: { $lt: endOfErasure(confirmedAt) } })
