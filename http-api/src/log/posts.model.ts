import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

/** A file of a post. */
export interface PostAttachment {
  id: number
  filename: string
  originalName: string
  fileSize: number
  mimeType: string
  width: number | null
  height: number | null
}

/** A member whom a post mentions, under the name in its text, in lower case. */
export interface Mention {
  id: number
  username: string
}

export const postFields = {
  _id: field.public(field.number),
  /** The negative id of a thread that it has left without having arrived in another one yet. */
  threadId: field.public(field.number),
  /** Position in the thread: 1 is the opening post. */
  number: field.public(field.number),
  /** A member, or the alias of one (`members/aliases.ts`). */
  authorId: field.number,
  /** The member behind an alias; missing from a post that shows its author. */
  writerId: field.optional(field.number),
  content: field.public(field.string),
  /** Plain text for quotes of this post, computed when `content` is written so that no read parses it. */
  excerpt: field.string,
  createdAt: field.public(field.date),
  version: field.number,
  editedAt: field.public(field.nullable(field.date)),
  editedById: field.nullable(field.number),
  /** Members who write it with its author, in the order in which they accepted; missing if nobody ever has. */
  coauthorIds: field.public(field.optional(field.listOf(field.number))),
  /** Members who have been invited to, and have not answered. */
  invitedIds: field.own(field.optional(field.listOf(field.number))),
  /** The note of the last edit; '' or missing if it has none. */
  editNote: field.public(field.optional(field.string)),
  isDeleted: field.public(field.boolean),
  deletedBy: field.nullable(field.oneOf('author', 'moderator')),
  /** The purge that deleted it; null or missing unless it is deleted because of one. */
  purgeId: field.optional(field.nullable(field.number)),
  /** The post that it answers as a whole; null again once an edit has removed the quote of it. */
  quotedPostId: field.nullable(field.number),
  /** The posts that it quotes: `quotedPostId` and those that its quotes name; missing if there are none. */
  quotedIds: field.optional(field.listOf(field.number)),
  /** Posts that earlier versions quoted: their authors have been notified. */
  formerQuotedIds: field.optional(field.listOf(field.number)),
  /** When its text was erased for ever. */
  erasedAt: field.optional(field.date),
  likeCount: field.public(field.number),
  appliedSeq: field.number,
  /**
   * The offset that makes a seq of its thread comparable with seqs of threads that the post was in before; missing if
   * there were none.
   */
  seqBase: field.optional(field.number),
  /** Under what its files are claimed, if it was in another thread then. */
  fileClaim: field.optional(field.string),
  /** The shown properties of its files; missing if it has none. */
  attachments: field.optional(field.mixed<PostAttachment[]>()),
  /** The members behind its @names when it was written; missing from posts written before these were stored. */
  mentions: field.optional(field.mixed<Mention[]>()),
  mentionedIds: field.optional(field.listOf(field.number)),
}

/** A post as projected from its thread's log up to `appliedSeq`; its history is in the log. */
export type PostDoc = DocumentOf<typeof postFields>

export const postCollection = defineCollection('posts', postFields, [
  // A page of a thread is a range of numbers.
  { key: { threadId: 1, number: 1 }, unique: true },
  // Changes since a seq.
  { key: { threadId: 1, appliedSeq: 1 } },
  // The posts of one author; and the newest post that is not deleted.
  { key: { threadId: 1, authorId: 1, number: 1 } },
  { key: { threadId: 1, isDeleted: 1, number: -1 } },
  // The replies that quote a post.
  { key: { threadId: 1, quotedIds: 1 }, partialFilterExpression: { quotedIds: { $exists: true } } },
  // A member's posts, the newest first; their pages and the member's recount read only this index.
  { key: { authorId: 1, isDeleted: 1, createdAt: -1, _id: -1, number: 1, threadId: 1, likeCount: 1 } },
  // The posts that a member wrote under an alias.
  { key: { writerId: 1, threadId: 1, number: 1 }, partialFilterExpression: { writerId: { $exists: true } } },
  // The posts that a member writes with others.
  { key: { coauthorIds: 1, _id: 1 }, partialFilterExpression: { coauthorIds: { $exists: true } } },
  // The posts that a purge has deleted.
  { key: { purgeId: 1, _id: 1 }, partialFilterExpression: { purgeId: { $type: 'number' } } },
])
