import { HELD_KINDS, HELD_STATES, type HeldReason } from '@forum/shared/contract'
import type { Claim } from '../files'
import type { PostAttachment, StoredPoll } from '../log'
import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type Work } from '../platform/work/unfinished'
import type { ActDraft } from '../record'

/** The work that a decision leaves: publishing an approved text, the log, the notice to the author. */
export interface HeldWork extends Work<'held'> {
  act: ActDraft
}

export const heldFields = {
  _id: field.number,
  kind: field.own(field.oneOf(...HELD_KINDS)),
  authorId: field.number,
  /** The alias under which the author writes; missing for the author's own name. */
  alias: field.optional(field.number),
  /** Identifies the call of the author, and what it commits once it is approved. */
  key: field.string,
  /** The board of the thread; null for a message. */
  boardId: field.nullable(field.number),
  /** The thread of a reply or an edit. */
  threadId: field.own(field.nullable(field.number)),
  /** The threads that a reply was for before they were merged, the last one last. */
  mergedFrom: field.optional(field.listOf(field.number)),
  /** The post that an edit changes, or the reserved id of the thread, reply or message. */
  subjectId: field.number,
  title: field.own(field.nullable(field.string)),
  content: field.own(field.nullable(field.string)),
  /** The text as the moderator changed it. */
  approvedContent: field.optional(field.string),
  quotedPostId: field.nullable(field.number),
  poll: field.optional(field.mixed<StoredPoll>()),
  /** The type of a thread, and whether it is a question. */
  type: field.optional(field.string),
  isQuestion: field.optional(field.boolean),
  /** The files of the post afterwards; missing if an edit leaves them as they are. */
  attachments: field.optional(field.mixed<PostAttachment[]>()),
  /** For what the files that came with the text are claimed, and which these are. */
  claim: field.nullable(field.mixed<Claim>()),
  fileIds: field.listOf(field.number),
  /** The author's note of an edit. */
  editNote: field.own(field.optional(field.string)),
  /** True if the edit is one by a co-author, who has to be one still when it is approved. */
  byCoauthor: field.optional(field.mixed<true>()),
  /** The version of the post that an edit is based on. */
  baseVersion: field.nullable(field.number),
  recipientId: field.nullable(field.number),
  /** The others in the group conversation that a message starts, or the one that it is for. */
  userIds: field.optional(field.listOf(field.number)),
  conversationId: field.optional(field.number),
  /** The message that a message replies to. */
  parentId: field.nullable(field.number),
  reasons: field.mixed<HeldReason[]>(),
  status: field.own(field.oneOf(...HELD_STATES)),
  createdAt: field.own(field.date),
  /** Increases with every change by the author. */
  version: field.number,
  decidedBy: field.nullable(field.number),
  decidedAt: field.own(field.nullable(field.date)),
  note: field.own(field.nullable(field.string)),
  /** The purge of the author that rejected it, and whose undo makes it wait again. */
  purgeId: field.optional(field.number),
  ...unfinishedWork<HeldWork>(),
}

/** A text that waits for approval, beside the log. It never was, and may never be, a part of the forum. */
export type HeldDoc = DocumentOf<typeof heldFields>

export const heldCollection = defineCollection('held', heldFields, [
  // One for each call of the author.
  { key: { authorId: 1, key: 1 }, unique: true },
  // One pending edit of a post; a second one changes it.
  {
    key: { authorId: 1, kind: 1, subjectId: 1 },
    unique: true,
    partialFilterExpression: { status: 'pending' },
  },
  // The texts that an author sees.
  { key: { authorId: 1, status: 1, createdAt: -1 } },
  // The queue of moderators, and what they decided.
  { key: { status: 1, createdAt: 1, _id: 1 } },
  { key: { status: 1, decidedAt: -1, _id: -1 } },
  // The text that a file waits with.
  { key: { fileIds: 1 }, partialFilterExpression: { status: 'pending' } },
  // The texts that a purge rejected.
  { key: { purgeId: 1 }, partialFilterExpression: { purgeId: { $exists: true } } },
  // Pending texts of a thread that is moved.
  { key: { threadId: 1 }, partialFilterExpression: { status: 'pending' } },
  UNFINISHED_INDEX,
])
