import { type Message, type UserSummary } from '@forum/shared/contract'
import { MESSAGE_MAX, SUBJECT_MAX } from '@forum/shared/limits'
import { isVisiblyEmpty } from '@forum/shared/markup'
import { cutCharacters, cutWithEllipsis, isBlank } from '@forum/shared/text'
import { attachedTo, type DraftFile } from '../threads'

/** The draft of a message. */
export interface MessageDraft {
  /** The text of the recipient field. */
  recipient: string
  /** The id of the chosen suggestion; null while only a name is typed. */
  recipientId: number | null
  /** Chosen members besides the one in the field: with them, the message starts a group conversation. */
  others?: readonly UserSummary[]
  /** The group conversation that a message is for. */
  conversationId?: number
  subject: string
  content: string
  /**
   * True if the text ends with the original, which is not part of `content`: the words of somebody else are not stored
   * on the device with the draft.
   */
  quotesOriginal: boolean
  files: readonly DraftFile[]
}

export const EMPTY: MessageDraft = {
  recipient: '',
  recipientId: null,
  subject: '',
  content: '',
  quotesOriginal: false,
  files: [],
}

/** Maximum length of the original included in a reply, so that there is room to write. */
const ORIGINAL_MAX = MESSAGE_MAX / 2
/** Number of characters of the original that a reply form shows. */
export const REPLY_PREVIEW_LENGTH = 200

/** The subject of a reply; the prefix is never doubled. */
export const replySubject = (subject: string): string =>
  cutCharacters(/^\s*(re|回复)\s*[:：]/i.test(subject) ? subject : `Re: ${subject}`, SUBJECT_MAX)

/** The end of a reply: room to write, then the original under its separator. */
export const originalOf = (original: string, separator: string): string =>
  `\n\n${separator}\n${cutWithEllipsis(original, ORIGINAL_MAX)}`

/** The initial draft of a reply. */
export const replyDraft = ({ sender, subject }: Message): MessageDraft => ({
  ...EMPTY,
  recipient: sender.displayName,
  recipientId: sender.id,
  subject: replySubject(subject),
  quotesOriginal: true,
})

/** The whole text of a draft. */
export const textOf = ({ content, quotesOriginal }: MessageDraft, original: string): string =>
  quotesOriginal ? content + original : content

/** The parts of a draft that hold a text. */
export function partsOf(text: string, original: string): Pick<MessageDraft, 'content' | 'quotesOriginal'> {
  const quotesOriginal = original !== '' && text.endsWith(original)
  return { content: quotesOriginal ? text.slice(0, -original.length) : text, quotesOriginal }
}

/** Splits a message into its sender's own text and the original to which it replies. */
export function splitOriginal(
  content: string,
  separator: string,
): { ownText: string; original: string | null } {
  const lines = content.split('\n')
  const at = lines.findIndex((line) => line.trim() === separator)
  if (at < 0) return { ownText: content, original: null }
  return {
    ownText: lines.slice(0, at).join('\n').trim(),
    original: lines
      .slice(at + 1)
      .join('\n')
      .trim(),
  }
}

/** Returns the preview of a message in lists: the sender's own words, without the original to which they reply. */
export const previewOf = (text: string, separator: string): string => text.split(separator)[0]?.trim() || text

/** The first missing field, in the order of the form; null if none is missing. */
export function missingField({
  recipient,
  recipientId,
  others = [],
  conversationId,
  subject,
  content,
}: Pick<MessageDraft, 'recipient' | 'recipientId' | 'others' | 'conversationId' | 'subject' | 'content'>):
  | 'recipient'
  | 'subject'
  | 'content'
  | null {
  if (recipientId === null && others.length === 0 && conversationId === undefined && isBlank(recipient))
    return 'recipient'
  // A typed name that is nobody's choice goes to that member alone.
  if (recipientId === null && others.length > 0 && !isBlank(recipient)) return 'recipient'
  if (isBlank(subject)) return 'subject'
  return isVisiblyEmpty(content) ? 'content' : null
}

/** The members to whom a draft starts a group conversation; none if it goes to one member. */
export function groupOf({ recipientId, others = [] }: MessageDraft): number[] {
  const ids = [...new Set([...others.map(({ id }) => id), ...(recipientId === null ? [] : [recipientId])])]
  return ids.length > 1 ? ids : []
}

/** The body of the call that starts a group conversation. */
export const groupBodyOf = (draft: MessageDraft) => {
  const { subject, content, files } = draft
  const attachmentIds = attachedTo({ files }).map(({ id }) => id)
  return { userIds: groupOf(draft), subject, content, ...(attachmentIds.length > 0 && { attachmentIds }) }
}

/** The body of the call that sends a draft to one member, or into a group conversation. */
export const bodyOf = (
  { recipient, recipientId, others = [], conversationId, subject, content, files }: MessageDraft,
  parentId: number | null,
) => {
  const to = recipientId ?? others[0]?.id
  const attachmentIds = attachedTo({ files }).map(({ id }) => id)
  return {
    ...(conversationId !== undefined
      ? { conversationId }
      : to === undefined
        ? { recipientUsername: recipient.trim() }
        : { recipientId: to }),
    subject,
    content,
    parentId,
    ...(attachmentIds.length > 0 && { attachmentIds }),
  }
}
