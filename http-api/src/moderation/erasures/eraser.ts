import { ALL_RIGHTS } from '@forum/shared/access'
import { ForumError } from '@forum/shared/errors'
import { withCurrentQuotes } from '@forum/shared/markup'
import type { Actor } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import { thumbnailName, type AttachmentDoc, type FileStore } from '../../files'
import type { HeldDoc } from '../../gate'
import {
  writtenBy,
  type PostDoc,
  type ThreadCommands,
  type ThreadDoc,
  type ThreadEventDoc,
  type ThreadLogCollections,
} from '../../log'
import type { MemberQueries } from '../../members'
import type { Collection } from '../../platform/mongo/model'
import {
  claimOf,
  ERASED_TEXT,
  erasedPoll,
  eraseMergedEvent,
  erasePostEvent,
  eraseThreadEvent,
  scrubPostEvent,
  type PostService,
} from '../../threads'
import type { ErasureDoc } from './erasures.model'
import { scrubRecords, type RecordCollections } from './scrubbed-records'

export interface EraserDeps {
  db: ThreadLogCollections &
    RecordCollections & {
      attachments: Collection<AttachmentDoc>
      held: Collection<HeldDoc>
    }
  commands: ThreadCommands
  posts: PostService
  members: MemberQueries
  store: FileStore
  eraseProfile: (memberId: number) => Promise<void>
}

/** Whole collections are read, as rarely as something is erased. */
const PATIENTLY = { maxTimeMS: 0 } as const

/**
 * Removes words for ever, wherever they are: from posts and their log, from quotes by others and theirs, from texts that
 * were held for approval, from the feed and the log of moderation, and the files. Each step finds what is left to do, so that a repetition goes on after a
 * death of the process, and removes what was written meanwhile.
 */
export class Eraser {
  constructor(private readonly deps: EraserDeps) {}

  /**
   * Erases everything that an erasure names.
   *
   * @param isNew whether the profile of a member is still that from before; a later one stays
   */
  async erase(erasure: ErasureDoc, isNew: boolean): Promise<void> {
    const { db, eraseProfile } = this.deps
    if (isNew && erasure.userId !== null) await eraseProfile(erasure.userId)
    const found = await db.posts.find(postsOf(erasure), PATIENTLY).toArray()
    const actor: Actor = {
      id: erasure.confirmedBy ?? erasure.askedBy,
      role: 'admin',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    }
    for (const post of found)
      await (post.number === 1 ? this.eraseThread(actor, post) : this.erasePost(actor, post))
    const erased = new Set(found.map(({ _id }) => _id))
    await this.scrubQuotes(actor, found)
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

  /** Takes the words out of quotes by others, and out of all versions of these posts. */
  private async scrubQuotes(actor: Actor, erased: readonly PostDoc[]): Promise<void> {
    const { db, commands, members, posts } = this.deps
    const people = await members.people(erased.map(({ authorId }) => authorId))
    const names = new Map(erased.map(({ _id, authorId }) => [_id, people.summary(authorId).displayName]))
    const quoted = new Map([...names].map(([id, name]) => [id, { name, isWithheld: true }]))
    const quoting = await this.quoting([...names.keys()])
    const withoutWords = (content: string, answered: number | null) => {
      const answers = answered === null ? null : { id: answered, name: names.get(answered) ?? '' }
      return withCurrentQuotes(content, { quoted, answers, renamed: new Map() })
    }
    for (const [postId, { post: found, answered }] of quoting) {
      await commands.change(found.threadId, actor, async (thread, context, earlier) => {
        const { post } = await posts.withNext(postId, earlier, thread)
        const content = withoutWords(post.content, answered)
        return content === post.content ? null : scrubPostEvent(context, thread, post, content)
      })
    }
    for (const { post, answered } of quoting.values()) {
      await this.rewriteEvents(post, ({ post: changed, replacedContent }) => ({
        ...(changed?.content === undefined
          ? {}
          : { 'post.content': withoutWords(changed.content, answered) }),
        ...(replacedContent === undefined
          ? {}
          : { replacedContent: withoutWords(replacedContent, answered) }),
      }))
    }
    await this.scrubHeldQuotes([...names.keys()], withoutWords)
    // The beginnings of replaced texts hold quotes, which cannot be told apart once they are cut.
    await db.activities.updateMany(
      { postId: { $in: [...quoting.keys()] } },
      { $unset: { 'detail.before': 1 } },
    )
  }

  /** Takes the words out of quotes in texts that were held for approval. */
  private async scrubHeldQuotes(
    postIds: readonly number[],
    withoutWords: (content: string, answered: number | null) => string,
  ): Promise<void> {
    const { held } = this.deps.db
    for (let from = 0; from < postIds.length; from += IDS_AT_ONCE) {
      const ids = postIds.slice(from, from + IDS_AT_ONCE)
      const quoting = held.find(
        {
          $or: [
            { quotedPostId: { $in: ids } },
            { content: quotesOf(ids) },
            { approvedContent: quotesOf(ids) },
          ],
        },
        PATIENTLY,
      )
      for await (const { _id, content, approvedContent, quotedPostId } of quoting) {
        const answered = quotedPostId !== null && ids.includes(quotedPostId) ? quotedPostId : null
        const $set = {
          content: content === null ? null : withoutWords(content, answered),
          ...(approvedContent === undefined
            ? {}
            : { approvedContent: withoutWords(approvedContent, answered) }),
        }
        await held.updateOne({ _id }, { $set })
      }
    }
  }

  /** Returns the posts of which any version may quote one of these, nested quotes included, and which they answered. */
  private async quoting(postIds: readonly number[]): Promise<ReadonlyMap<number, Quoting>> {
    const { posts, threadEvents } = this.deps.db
    const found = new Map<number, Quoting>()
    for (let from = 0; from < postIds.length; from += IDS_AT_ONCE) {
      const ids = postIds.slice(from, from + IDS_AT_ONCE)
      const names = quotesOf(ids)
      /** An edit may have detached a reply from what it answered. */
      const answered = new Map<number, number>()
      const ofEvents = new Set<number>()
      const events = threadEvents.find<ThreadEventDoc>(
        {
          $or: [{ 'post.content': names }, { replacedContent: names }, { 'post.quotedPostId': { $in: ids } }],
        },
        { projection: { 'post._id': 1, 'post.quotedPostId': 1 }, ...PATIENTLY },
      )
      for await (const { post } of events) {
        if (!post) continue
        ofEvents.add(post._id)
        if (post.quotedPostId && ids.includes(post.quotedPostId)) answered.set(post._id, post.quotedPostId)
      }
      const filter: mongo.Filter<PostDoc> = {
        $or: [{ content: names }, { quotedPostId: { $in: ids } }, { _id: { $in: [...ofEvents] } }],
      }
      for await (const post of posts.find(filter, PATIENTLY)) {
        const now = post.quotedPostId !== null && ids.includes(post.quotedPostId) ? post.quotedPostId : null
        if (!post.erasedAt) found.set(post._id, { post, answered: answered.get(post._id) ?? now })
      }
    }
    return found
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
      $unset: { approvedContent: 1, poll: 1 },
    })
  }

  /** Empties the texts of an erased post in the log of its thread. */
  private async scrubLog(post: PostDoc): Promise<void> {
    const isOpening = post.number === 1
    const text = isOpening ? ERASED_TEXT : ''
    await this.rewriteEvents(post, ({ post: changed, thread, replacedContent }) => ({
      ...(changed?.content === undefined ? {} : { 'post.content': text }),
      ...(changed?.excerpt === undefined ? {} : { 'post.excerpt': text }),
      ...(changed?.editNote === undefined ? {} : { 'post.editNote': '' }),
      ...(changed?.attachments === undefined ? {} : { 'post.attachments': [] }),
      ...(changed?.mentions === undefined ? {} : { 'post.mentions': [], 'post.mentionedIds': [] }),
      ...(replacedContent === undefined ? {} : { replacedContent: text }),
      ...(isOpening ? threadTextsOf(thread) : {}),
    }))
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

  private async rewriteEvents(
    { _id, threadId }: Pick<PostDoc, '_id' | 'threadId'>,
    changes: (event: ThreadEventDoc) => Record<string, unknown>,
  ): Promise<void> {
    const { movedPosts, threadEvents } = this.deps.db
    const left = await movedPosts.find({ postId: _id }, { projection: { threadId: 1 } }).toArray()
    const inThreads = { $in: [threadId, ...left.map((moved) => moved.threadId)] }
    const events = threadEvents.find<ThreadEventDoc>({ threadId: inThreads, 'post._id': _id }, PATIENTLY)
    for await (const event of events) await this.set(event._id, changes(event))
  }

  private async set(_id: string, $set: Record<string, unknown>): Promise<void> {
    if (Object.keys($set).length > 0)
      await this.deps.db.threadEvents.updateOne({ _id }, { $set: $set as object })
  }

  /** Deletes the files of posts, those of earlier versions included. */
  private async removeFiles(posts: readonly PostDoc[]): Promise<void> {
    const { db, store } = this.deps
    const claims = posts.map(claimOf)
    const ids = posts.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id))
    const files = db.attachments.find({ $or: [{ claim: { $in: claims } }, { _id: { $in: ids } }] }, PATIENTLY)
    for await (const { _id, filename, thumbnails } of files) {
      for (const size of thumbnails) await store.delete(thumbnailName(filename, size))
      await store.delete(filename)
      await db.attachments.deleteOne({ _id })
    }
  }
}

const IDS_AT_ONCE = 200
/** No request or delivery that began before an erasure is under way any more after this time. */
export const AGAIN_MS = 10 * 60_000

const quotesOf = (postIds: readonly number[]): RegExp => new RegExp(` post=(${postIds.join('|')})\\]`)

/** A post of which some version may quote an erased one, and the erased one that it answers or answered. */
interface Quoting {
  post: PostDoc
  answered: number | null
}

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

/**
 * Returns the condition that spares later texts of the member, also when the erasure is applied to a restored backup.
 */
function untilOf(confirmedAt: Date | undefined): { createdAt?: { $lt: Date } } {
  return confirmedAt === undefined ? {} : { createdAt: { $lt: new Date(confirmedAt.getTime() + AGAIN_MS) } }
}
