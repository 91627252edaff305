import type { ThumbnailSize } from '../images'
import { field, defineCollection, type DocumentOf } from '../../platform/mongo/model'

type ClaimKind = 'post' | 'thread' | 'message'

/**
 * The place of an attachment: a reply, the opening post of a thread, or a private message. Their ids are known before
 * these are written.
 */
export type Claim = `${ClaimKind}:${number}`

/** Parses a claim. */
export function readClaim(claim: Claim): { kind: ClaimKind; id: number } {
  const [kind, id] = claim.split(':')
  return { kind: kind as ClaimKind, id: Number(id) }
}

export const attachmentFields = {
  _id: field.number,
  filename: field.public(field.string),
  originalName: field.public(field.string),
  /** Size in bytes of the served file, and of everything stored for it. */
  fileSize: field.public(field.number),
  storedBytes: field.number,
  mimeType: field.public(field.string),
  width: field.nullable(field.number),
  height: field.nullable(field.number),
  /** The smaller versions that are stored beside it. */
  thumbnails: field.listOf(field.mixed<ThumbnailSize>()),
  ownerId: field.number,
  createdAt: field.public(field.date),
  /** The reply, thread or message that it is attached to; null while it is not attached. */
  claim: field.nullable(field.mixed<Claim>()),
  /** When it was last claimed. */
  claimedAt: field.optional(field.date),
  /**
   * True if the post or thread it is attached to was refused: it may be claimed for another, unless a second attempt
   * under the same key has written the first after all.
   */
  isReleased: field.boolean,
  /** True once a sweep has found the post or thread that it is attached to. */
  isKept: field.boolean,
  /**
   * True if its post waits for approval, or did when it was rejected: only the author and its moderators see the
   * file.
   */
  isHeld: field.optional(field.boolean),
  /** True if a post had it, whose readers know its name. */
  wasShown: field.optional(field.boolean),
}

/** An uploaded file. */
export type AttachmentDoc = DocumentOf<typeof attachmentFields>

export const attachmentCollection = defineCollection('attachments', attachmentFields, [
  { key: { filename: 1 }, unique: true },
  // A member's recent uploads.
  { key: { ownerId: 1, createdAt: 1 } },
  // Files that a sweep has to examine.
  { key: { createdAt: 1 }, partialFilterExpression: { isKept: false } },
])
