import type { PastMessage } from '@forum/http-api'
import { MESSAGE_MAX, SUBJECT_MAX } from '@forum/shared/limits'
import { cutMarkup } from '@forum/shared/markup'
import { convertBbcode } from './bbcode'
import type { ImportReport } from './report'
import { number, text, time, title, type Row } from './source'
import { shownLine } from './text'

/** A conversation of two. */
const OF_TWO = 1
/** Who has deleted a message of a conversation of two: the member who began it, or the other. */
const DELETED_BY_FIRST = 1
const DELETED_BY_SECOND = 2

/** A conversation of UCenter with its members. */
export interface OldConversation {
  row: Row
  members: readonly Row[]
  messages: readonly Row[]
}

/** Converts the messages of a conversation, oldest first. */
export function convertConversation(
  { row, members, messages }: OldConversation,
  context: {
    usernameOf: (uid: number) => string | null
    siteUrl: string
    startedAt: Date
    report: ImportReport
  },
): PastMessage[] {
  const { report, startedAt, usernameOf, siteUrl } = context
  const plid = number(row, 'plid')
  if (number(row, 'pmtype') !== OF_TWO) {
    for (const _ of messages) report.lose('groupMessages', `conversation ${plid}`)
    return []
  }
  const firstId = number(row, 'authorid')
  const pair = text(row, 'min_max').split('_').map(Number)
  const converted: PastMessage[] = []
  for (const message of [...messages].sort((a, b) => number(a, 'pmid') - number(b, 'pmid'))) {
    const senderId = number(message, 'authorid')
    const recipientId = pair.find((uid) => uid !== senderId) ?? 0
    if (usernameOf(senderId) === null || usernameOf(recipientId) === null || !pair.includes(senderId)) {
      report.lose('messagesWithoutMember', `message ${number(message, 'pmid')}`)
      continue
    }
    const { content } = convertBbcode(text(message, 'message'), {
      postInThread: () => null,
      attachment: () => null,
      usernameOf,
      smilies: new Set(),
      siteUrl,
      onLoss: (loss, what) => report.lose(loss, `${what} in message ${number(message, 'pmid')}`),
    })
    const createdAt = time(message, 'dateline') ?? time(row, 'dateline') ?? startedAt
    const recipient = members.find((member) => number(member, 'uid') === recipientId)
    const hasNew = recipient !== undefined && number(recipient, 'isnew') === 1
    const readUntil = recipient ? (time(recipient, 'lastupdate') ?? new Date(0)) : createdAt
    const deleted = number(message, 'delstatus')
    const deletedBy = (uid: number) =>
      deleted === (uid === firstId ? DELETED_BY_FIRST : DELETED_BY_SECOND) ||
      // Who has left the conversation has deleted all of it.
      !members.some((member) => number(member, 'uid') === uid)
    converted.push({
      _id: number(message, 'pmid'),
      senderId,
      recipientId,
      subject: line(title(row, 'subject')) || line(content.split('\n')[0] ?? '') || '站内信',
      content: content === '' ? '（无内容）' : cutMarkup(content, MESSAGE_MAX),
      parentId: null,
      createdAt,
      readAt: hasNew && createdAt > readUntil ? null : createdAt,
      deletedBySender: deletedBy(senderId),
      deletedByRecipient: deletedBy(recipientId),
    })
  }
  return converted
}

const line = (whole: string) => shownLine(whole, SUBJECT_MAX)
