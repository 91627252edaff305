import { plainText } from '@forum/shared/markup'
import type { Actor } from '@forum/shared/policies'
import type { mongo } from 'mongoose'
import type { AttachmentDoc, FileStore } from '../../files'
import type { HeldDoc } from '../../gate'
import type { PostAttachment, PostDoc, ThreadCommands, ThreadLogCollections } from '../../log'
import type { Collection } from '../../platform/mongo/model'
import { claimOf, ERASED_TEXT, type PostService, scrubPostEvent } from '../../threads'
import { endOfErasure } from './erasure-end'
import type { ErasureDoc, VersionRange } from './erasures.model'
import { eventsOfPost, PATIENTLY, rewriteEvent, textsOf } from './event-texts'
import type { QuoteScrubber } from './quote-scrubber'
import { removeFiles } from './removed-files'
import { type RecordCollections, scrubRecordsBetween } from './scrubbed-records'
import { type TextOfPost, textsOfPost } from './texts-of-post'

interface PartEraserDeps {
  db: ThreadLogCollections &
    RecordCollections & { attachments: Collection<AttachmentDoc>; held: Collection<HeldDoc> }
  commands: ThreadCommands
  posts: PostService
  store: FileStore
  quotes: QuoteScrubber
}

/** Erases part of a post for ever, while the rest of it stays: the text of one version, or a file. */
export class PartEraser {
  constructor(private readonly deps: PartEraserDeps) {}

  /**
   * Returns the versions with the same text as this one.
   *
   * @returns null if there is no such version, or the post has its text now: then the post is erased, or edited first
   */
  async versionsOf(postId: number, version: number): Promise<VersionRange | null> {
    const post = await this.deps.db.posts.findOne({ _id: postId })
    if (!post) return null
    const texts = textsOfPost(post, await eventsOfPost(this.deps.db, post))
    const named = texts.find(({ end, versions }) => end !== null && versions.last === version)
    return named?.versions ?? null
  }

  /** Erases the text of these versions, wherever it is. Quotes of the post keep only what it still says. */
  async eraseVersions(
    actor: Actor,
    { postIds, versions: { first, last }, confirmedAt }: ErasureDoc & { versions: VersionRange },
  ): Promise<void> {
    const { db, quotes } = this.deps
    const post = await db.posts.findOne({ _id: postIds[0] ?? 0 })
    if (!post || post.erasedAt) return
    const until = endOfErasure(confirmedAt)
    const erased = textsOfPost(post, await eventsOfPost(db, post)).filter(
      ({ versions, madeAt }) => versions.first <= last && versions.last >= first && madeAt < until,
    )
    for (const text of erased) {
      // A restored backup may be older than the edit that replaced it.
      if (text.end === null) await this.scrub(actor, post, () => ({ content: ERASED_TEXT, attachments: [] }))
      await this.eraseText(post, text)
    }
    const now = await db.posts.findOne({ _id: post._id })
    const shown = oneLine(plainText(now?.content ?? ''))
    await quotes.scrub(actor, [post], (words) => shown.includes(wordsOf(words)))
  }

  private async eraseText(post: PostDoc, { events, end, madeAt }: TextOfPost): Promise<void> {
    const { db } = this.deps
    for (const event of events) {
      const { content, excerpt, editNote, mentions, attachments } = event.post ?? {}
      await rewriteEvent(db, event._id, {
        ...(content === undefined ? {} : { 'post.content': ERASED_TEXT }),
        ...(excerpt === undefined ? {} : { 'post.excerpt': ERASED_TEXT }),
        ...(editNote === undefined ? {} : { 'post.editNote': '' }),
        ...(mentions === undefined ? {} : { 'post.mentions': [], 'post.mentionedIds': [] }),
        ...(attachments === undefined ? {} : { 'post.attachments': keptFiles(post, attachments) }),
        ...(content === undefined || event.thread.excerpt === undefined
          ? {}
          : { 'thread.excerpt': ERASED_TEXT }),
        ...(content === undefined || event.thread.mentions === undefined ? {} : { 'thread.mentions': [] }),
      })
    }
    if (end?.replacedContent !== undefined) await rewriteEvent(db, end._id, { replacedContent: ERASED_TEXT })
    const until = end?.at ?? new Date(8.64e15)
    await db.held.updateMany(
      { ...heldOf(post), status: { $ne: 'pending' }, createdAt: { $lte: until } },
      { $set: { content: null }, $unset: { approvedContent: 1, editNote: 1, attachments: 1 } },
    )
    await scrubRecordsBetween(db, post._id, { from: madeAt, until })
    const dropped = events.flatMap((event) =>
      (event.post?.attachments ?? []).filter((file) => keptFiles(post, [file]).length === 0),
    )
    // A file that the author has attached elsewhere since is not of this version.
    await removeFiles(this.deps, {
      _id: { $in: dropped.map(({ id }) => id) },
      claim: { $in: [null, claimOf(post)] },
    })
  }

  /** Erases a file, and takes it out of the posts, also of others, and their versions that show it. */
  async eraseFile(actor: Actor, { filename }: NonNullable<ErasureDoc['file']>): Promise<void> {
    const { db } = this.deps
    const named = new RegExp(escaped(filename))
    const without = {
      text: (content: string) => withoutFile(content, filename),
      files: (files: readonly PostAttachment[]) => files.filter((file) => file.filename !== filename),
    }
    const showing = await this.postsShowing(named, filename)
    for (const post of showing) {
      await this.scrub(actor, post, ({ content, attachments = [] }) => ({
        content: without.text(content),
        attachments: without.files(attachments),
      }))
      for (const event of await eventsOfPost(db, post)) {
        const { attachments: files, excerpt } = event.post ?? {}
        await rewriteEvent(db, event._id, {
          ...textsOf(event, without.text),
          ...(excerpt === undefined ? {} : { 'post.excerpt': without.text(excerpt) }),
          ...(files === undefined ? {} : { 'post.attachments': without.files(files) }),
          ...(event.thread.picture === filename ? { 'thread.picture': null } : {}),
        })
      }
    }
    await this.takeOutOfHeld(named, filename, without)
    await removeFiles(this.deps, { filename })
  }

  private async postsShowing(named: RegExp, filename: string): Promise<PostDoc[]> {
    const { posts, threadEvents } = this.deps.db
    const events = threadEvents.find(
      {
        $or: [
          { 'post.content': named },
          { replacedContent: named },
          { 'post.attachments.filename': filename },
        ],
      },
      { projection: { 'post._id': 1 }, ...PATIENTLY },
    )
    const ids = new Set<number>()
    for await (const { post } of events) if (post) ids.add(post._id)
    const now: mongo.Filter<PostDoc> = {
      $or: [{ _id: { $in: [...ids] } }, { content: named }, { 'attachments.filename': filename }],
    }
    return posts.find(now, PATIENTLY).toArray()
  }

  private async takeOutOfHeld(
    named: RegExp,
    filename: string,
    without: {
      text: (content: string) => string
      files: (files: readonly PostAttachment[]) => PostAttachment[]
    },
  ): Promise<void> {
    const { held } = this.deps.db
    const showing = held.find(
      { $or: [{ content: named }, { approvedContent: named }, { 'attachments.filename': filename }] },
      PATIENTLY,
    )
    for await (const { _id, content, approvedContent, attachments } of showing) {
      const $set = {
        content: content === null ? null : without.text(content),
        ...(approvedContent === undefined ? {} : { approvedContent: without.text(approvedContent) }),
        ...(attachments === undefined ? {} : { attachments: without.files(attachments) }),
      }
      await held.updateOne({ _id }, { $set })
    }
  }

  /** Changes the present text and files of a post, without a new version. */
  private async scrub(
    actor: Actor,
    { _id, threadId }: PostDoc,
    change: (post: PostDoc) => { content: string; attachments: PostAttachment[] },
  ): Promise<void> {
    const { commands, posts } = this.deps
    await commands.change(threadId, actor, async (thread, context, earlier) => {
      const { post } = await posts.withNext(_id, earlier, thread)
      const { content, attachments } = change(post)
      const hadFiles = post.attachments?.length ?? 0
      if (post.erasedAt || (content === post.content && attachments.length === hadFiles)) return null
      return scrubPostEvent(context, thread, post, content, hadFiles === 0 ? undefined : attachments)
    })
  }
}

/** Names of files are letters, digits and dots. */
const escaped = (filename: string): string => filename.replaceAll('.', '\\.')

const keptFiles = (post: PostDoc, files: readonly PostAttachment[]): PostAttachment[] =>
  files.filter(({ id }) => (post.attachments ?? []).some((kept) => kept.id === id))

/** What was decided about a post by the gate, edits of it included. */
const heldOf = ({ _id, number, threadId }: PostDoc): mongo.Filter<HeldDoc> => ({
  $or: [
    { kind: { $in: ['post', 'edit'] }, subjectId: _id },
    ...(number === 1 ? [{ kind: 'thread' as const, subjectId: threadId }] : []),
  ],
})

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns the words of a quote as one line, without the sign that they were cut. */
const wordsOf = (quoted: string): string => oneLine(plainText(quoted)).replace(/…$/, '')

/** Returns a source in which a notice stands for the pictures that a file was. */
const withoutFile = (content: string, filename: string): string =>
  content.replaceAll(
    new RegExp(`\\[(img|gif)\\][^\\[\\]]*${escaped(filename)}[^\\[\\]]*\\[/\\1\\]`, 'gi'),
    ERASED_TEXT,
  )
