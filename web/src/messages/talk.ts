import { localDate } from '../ui'

/** Messages of one sender with less time than this between them share one time. */
const GROUP_MS = 5 * 60_000

interface Message {
  senderId: number
  subject: string
  createdAt: string
  isRead: boolean
}

/** What a chat shows around a message. */
export interface TalkPart<M> {
  message: M
  /** The subject, where it changes; a reply keeps the subject of what it replies to. */
  subject: string | null
  /** Whether it is the first message of its day, in the reader's time zone. */
  startsDay: boolean
  /** Whether the time is shown below it. */
  endsGroup: boolean
  /** Whether it is the newest message of the reader's own that the other member has read. */
  isLastSeen: boolean
}

/** A subject without the prefixes of replies. */
export const subjectOf = (subject: string): string => subject.replace(/^(?:\s*(?:re|回复)\s*[:：])+\s*/i, '')

/** Arranges the messages of a conversation, the newest last, as a chat. */
export function arrangeTalk<M extends Message>(messages: readonly M[], userId: number): TalkPart<M>[] {
  const lastSeen = messages.findLast(({ senderId, isRead }) => senderId === userId && isRead)
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const subject = subjectOf(message.subject)
    const isSameDay = (other: M) => localDate(other.createdAt) === localDate(message.createdAt)
    const goesOn =
      after !== undefined &&
      after.senderId === message.senderId &&
      isSameDay(after) &&
      subjectOf(after.subject) === subject &&
      Date.parse(after.createdAt) - Date.parse(message.createdAt) < GROUP_MS
    return {
      message,
      subject: before && subjectOf(before.subject) === subject ? null : subject,
      startsDay: !before || !isSameDay(before),
      endsGroup: !goesOn || message === lastSeen,
      isLastSeen: message === lastSeen,
    }
  })
}
